import { JobRunner } from '#platform/jobs/job-runner.js';
import { beat } from '#platform/process/heartbeat.js';
import { demandDatabaseUrl, runProcess } from '#platform/process/run-process.js';
import { startWorker } from './worker.js';

await runProcess(async (settings) => {
  demandDatabaseUrl(settings);
  const worker = await startWorker(settings);
  worker.get(JobRunner).afterSweep(() => void beat());
  return () => worker.close();
});
