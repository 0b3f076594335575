-- Plans of a new database (docs/decisions/0021-plans-of-a-new-database.md). A cached plan lasts until autovacuum analyzes its tables.
--
-- Tables below 1,000 rows are not analyzed: a plan for few rows is a sequential scan, and stays one while the table grows. Above that, each growth by half is analyzed.
--
-- PostgreSQL 18 accepts statistics. Without a size it assumes ten pages. All rows are of one account, in its order: otherwise the planner expects one row by account,
-- prefers any index that begins with it to that of the ids, and sorts lists.
--
-- The migrations of Prisma are split at semicolons, so that those of the block are written \x3B.
DO E'
DECLARE growing text\x3B
BEGIN
  FOREACH growing IN ARRAY ARRAY[''act'', ''card'', ''charge'', ''checkout_session'', ''clock_move'', ''customer'', ''dispute'', ''event'', ''fault_firing'', ''idempotency_key'', ''inbox_entry'', ''journal_entry'', ''link'', ''linked_account'', ''occurrence'', ''recipient'', ''refund'', ''request_log'', ''schedule'', ''source'', ''token'', ''transaction'', ''transfer'', ''webhook_attempt'', ''webhook_delivery''] LOOP
    EXECUTE format(''ALTER TABLE %I SET (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.5, autovacuum_vacuum_threshold = 1000)'', growing)\x3B
    IF to_regproc(''pg_clear_relation_stats'') IS NOT NULL AND (SELECT reltuples <= 0 FROM pg_class WHERE oid = quote_ident(growing)::regclass) THEN
      PERFORM pg_clear_relation_stats(current_schema(), growing)\x3B
      IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = quote_ident(growing)::regclass AND attname = ''account_id'') THEN
        PERFORM pg_restore_attribute_stats(''schemaname'', current_schema()::text, ''relname'', growing, ''attname'', ''account_id'', ''inherited'', false,
          ''null_frac'', 0::real, ''avg_width'', 20, ''n_distinct'', 1::real, ''correlation'', 1::real)\x3B
      END IF\x3B
    END IF\x3B
  END LOOP\x3B
END';
