import { migrate } from '#platform/database/migrate.js';
import { assertDatabaseUrl, runOnce } from '#platform/process/run-process.js';
import { SharedParts } from '#platform/process/shared-parts.js';
import { seed } from './seed.js';

/**
 * Run once before the other processes start: brings the database up to date and applies the settings to the
 * demo account.
 */
await runOnce(async (settings) => {
  const databaseUrl = assertDatabaseUrl(settings);
  await migrate(databaseUrl);
  const shared = new SharedParts(settings, 'all');
  try {
    await seed(shared.database, settings);
  } finally {
    await shared.close();
  }
});
