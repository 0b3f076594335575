import { JobRunner } from '#platform/jobs/job-runner.js';
import { SharedParts } from '#platform/process/shared-parts.js';
import { serveMetrics } from '#platform/metrics/metrics-server.js';
import { beat } from '#platform/process/heartbeat.js';
import { assertDatabaseUrl, runProcess } from '#platform/process/run-process.js';
import { startWorker } from './worker.js';

await runProcess(async (settings) => {
  assertDatabaseUrl(settings);
  const shared = new SharedParts(settings, 'worker');
  const stopMetrics = await serveMetrics(shared.exposition, settings);
  const worker = await startWorker(settings, shared);
  worker.get(JobRunner).afterSweep(() => void beat());
  return async () => {
    await worker.close();
    await stopMetrics();
    await shared.close();
  };
});
