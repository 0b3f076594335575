-- Exhausted webhooks are listed and counted in the order of commits. Few are, so that the others cost nothing.
CREATE INDEX "webhook_delivery_exhausted_idx" ON "webhook_delivery"("account_id", "xid", "id") WHERE "status" = 'exhausted';
