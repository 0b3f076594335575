import { JobRunner } from '#platform/jobs/job-runner.js';
import { Exposition } from '#platform/metrics/exposition.js';
import { serveMetrics } from '#platform/metrics/metrics-server.js';
import { beat } from '#platform/process/heartbeat.js';
import { assertDatabaseUrl, runProcess } from '#platform/process/run-process.js';
import { startWorker } from './worker.js';

await runProcess(async (settings) => {
  assertDatabaseUrl(settings);
  const exposition = new Exposition();
  const stopMetrics = await serveMetrics(exposition, settings);
  const worker = await startWorker(settings, exposition);
  worker.get(JobRunner).afterSweep(() => void beat());
  return async () => {
    await worker.close();
    await stopMetrics();
  };
});
