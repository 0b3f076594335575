import { runProcess } from '#platform/process/run-process.js';
import { banner } from './banner.js';
import { startTollgate } from './tollgate.js';

/**
 * Runs everything in this process until it is asked to stop. `envFile` has its settings, besides the
 * environment; `undefined`: `.env`, if it is there. `prepared` is a folder of `prepareCluster`, which a new
 * database is a copy of.
 */
export async function runTollgate(envFile?: string, prepared?: string): Promise<void> {
  await runProcess(async (settings, stopping) => {
    const tollgate = await startTollgate(settings, stopping, prepared);
    for (const note of tollgate.notes) console.log(note);
    console.log(banner(settings, tollgate.webhookUri));
    return () => tollgate.close();
  }, envFile);
}
