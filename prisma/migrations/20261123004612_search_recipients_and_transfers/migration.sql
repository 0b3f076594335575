-- What words are searched for in (docs/fidelity.md SE2). The expressions and conditions are those of search-scopes.ts.
CREATE INDEX "recipient_words_idx" ON "recipient" USING gin ((to_tsvector('simple', "name" || ' ' || coalesce("description", '') || ' ' || coalesce("email", '')) || json_to_tsvector('simple', "metadata", '["string", "numeric"]')));
CREATE INDEX "transfer_words_idx" ON "transfer" USING gin (json_to_tsvector('simple', "metadata", '["string", "numeric"]')) WHERE "metadata"::text <> '{}';
