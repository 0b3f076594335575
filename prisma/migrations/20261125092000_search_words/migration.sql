-- The words of texts for searches (docs/fidelity.md SE2, SE6). The database's locale must not decide which characters are letters, nor which letter is another's
-- capital: the embedded PostgreSQL has the locale C, others have theirs. So both are listed here. The
-- migrations of Prisma are split at semicolons, so that of the function is written \x3B.
CREATE OR REPLACE FUNCTION "search_text"(said text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS E'BEGIN RETURN
  CASE WHEN octet_length(said) = char_length(said) THEN
    -- Of ASCII these alone join words in the parser of to_tsvector. To replace them one by one takes a tenth of the time that a regular expression takes.
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(said, ''/'', '' ''), ''_'', '' ''), ''-'', '' ''), ''.'', '' ''), ''@'', '' ''), '':'', '' ''), ''&'', '' ''), ''<'', '' ''), ''+'', '' ''), ''~'', '' '')
  ELSE
    -- Everything but letters, digits and marks in ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, Khmer, Chinese and Japanese texts, and emoji.
    regexp_replace(
      -- Capitals outside of ASCII, those in ASCII are known to to_tsvector.
      CASE WHEN said ~ ''[\\u00C0-\\u00DE\\u0100-\\u024F\\u0386-\\u03AB\\u0400-\\u042F\\u0460-\\u0556\\u1E00-\\u1EFF\\uFF21-\\uFF3A]'' THEN translate(said,
        ''ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ'',
        ''àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ'')
      ELSE said END,
      ''[\\u0001-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u00A9''
      || ''\\u00AB-\\u00B1\\u00B4\\u00B6-\\u00B8\\u00BB\\u00BF\\u00D7\\u00F7\\u037E\\u0387\\u055A-\\u055F\\u0589\\u058A\\u05BE\\u05C0\\u05C3\\u05C6\\u05F3\\u05F4\\u060C\\u061B\\u061E\\u061F\\u066A-\\u066D\\u06D4\\u0964\\u0965''
      || ''\\u0E3F\\u0E4F\\u0E5A\\u0E5B\\u104A-\\u104F\\u17D4-\\u17D6\\u17D8-\\u17DB\\u2000-\\u200B\\u200E-\\u206F\\u20A0-\\u20CF\\u2116\\u2117\\u2120-\\u2122\\u2190-\\u245F\\u2500-\\u2775\\u2794-\\u2BFF\\u2E00-\\u2E2E\\u2E30-\\u2E7F''
      || ''\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303D-\\u303F\\u30A0\\u30FB\\uFE00-\\uFE19\\uFE30-\\uFE6B\\uFEFF\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65\\uFFE0-\\uFFEE\\uFFFC\\uFFFD\\U0001F000-\\U0001F0FF\\U0001F1E6-\\U0001F1FF\\U0001F200-\\U0001FAFF]+'', '' '', ''g'')
  END\x3B
END';

-- The texts and numbers in metadata. What JSON escapes are quotes, backslashes and control characters: no letters.
CREATE OR REPLACE FUNCTION "search_values"(metadata json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
    jsonb_path_query_array(metadata::jsonb, 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, '\\(u[0-9a-f]{4}|.)', ' ', 'g');

-- The expressions and conditions are those of search-scopes.ts.
DROP INDEX IF EXISTS "charge_words_idx", "customer_words_idx", "dispute_words_idx", "link_words_idx", "recipient_words_idx", "refund_words_idx", "schedule_words_idx",
  "transfer_words_idx";
CREATE INDEX IF NOT EXISTS "charge_words_idx" ON "charge" USING gin (to_tsvector('simple', search_text(coalesce("description", '') || ' ' || search_values("metadata"))))
  WHERE "description" IS NOT NULL OR "metadata"::text <> '{}';
CREATE INDEX IF NOT EXISTS "customer_words_idx" ON "customer" USING gin (to_tsvector('simple', search_text(coalesce("description", '') || ' ' || coalesce("email", '') || ' ' || search_values("metadata"))));
CREATE INDEX IF NOT EXISTS "dispute_words_idx" ON "dispute" USING gin (to_tsvector('simple', search_text(coalesce("message", '') || ' ' || search_values("metadata"))));
CREATE INDEX IF NOT EXISTS "link_words_idx" ON "link" USING gin (to_tsvector('simple', search_text("title" || ' ' || "description")));
CREATE INDEX IF NOT EXISTS "recipient_words_idx" ON "recipient"
  USING gin (to_tsvector('simple', search_text("name" || ' ' || coalesce("description", '') || ' ' || coalesce("email", '') || ' ' || search_values("metadata"))));
CREATE INDEX IF NOT EXISTS "refund_words_idx" ON "refund" USING gin (to_tsvector('simple', search_text(search_values("metadata")))) WHERE "metadata"::text <> '{}';
CREATE INDEX IF NOT EXISTS "schedule_words_idx" ON "schedule"
  USING gin (to_tsvector('simple', search_text(coalesce("terms" ->> 'description', '') || ' ' || search_values("terms" -> 'metadata')))) WHERE "kind" = 'charge';
CREATE INDEX IF NOT EXISTS "transfer_words_idx" ON "transfer" USING gin (to_tsvector('simple', search_text(search_values("metadata")))) WHERE "metadata"::text <> '{}';
-- Customers and charges are found by the names on their cards, and charges by their customers.
CREATE INDEX IF NOT EXISTS "card_words_idx" ON "card" USING gin (to_tsvector('simple', search_text("name")));
CREATE INDEX IF NOT EXISTS "charge_customer_id_idx" ON "charge"("customer_id") WHERE "customer_id" IS NOT NULL;
-- Without statistics of the new expressions a plan would read too many rows.
ANALYZE "card", "charge", "customer";
