-- What words are searched for in (docs/fidelity.md SE2). The expressions and conditions are those of search-scopes.ts. Charges and refunds of which nothing
-- was said are in no index: to make one costs no more than before.
CREATE INDEX "charge_words_idx" ON "charge" USING gin ((to_tsvector('simple', coalesce("description", '')) || json_to_tsvector('simple', "metadata", '["string", "numeric"]')))
  WHERE "description" IS NOT NULL OR "metadata"::text <> '{}';
CREATE INDEX "customer_words_idx" ON "customer" USING gin ((to_tsvector('simple', coalesce("description", '') || ' ' || coalesce("email", '')) || json_to_tsvector('simple', "metadata", '["string", "numeric"]')));
CREATE INDEX "dispute_words_idx" ON "dispute" USING gin ((to_tsvector('simple', coalesce("message", '')) || json_to_tsvector('simple', "metadata", '["string", "numeric"]')));
CREATE INDEX "link_words_idx" ON "link" USING gin (to_tsvector('simple', "title" || ' ' || "description"));
CREATE INDEX "refund_words_idx" ON "refund" USING gin (json_to_tsvector('simple', "metadata", '["string", "numeric"]')) WHERE "metadata"::text <> '{}';
