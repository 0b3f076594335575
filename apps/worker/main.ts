import { demandDatabaseUrl, runProcess } from '#platform/process/run-process.js';
import { startWorker } from './worker.js';

await runProcess(async (settings) => {
  demandDatabaseUrl(settings);
  const worker = await startWorker(settings);
  return () => worker.close();
});
