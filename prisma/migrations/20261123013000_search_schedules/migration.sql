-- What words are searched for in, of schedules of charges (docs/fidelity.md SE2). The expression is that of search-scopes.ts.
CREATE INDEX "schedule_words_idx" ON "schedule" USING gin ((to_tsvector('simple', coalesce("terms" ->> 'description', '')) || json_to_tsvector('simple', "terms" -> 'metadata', '["string", "numeric"]')))
  WHERE "kind" = 'charge';
