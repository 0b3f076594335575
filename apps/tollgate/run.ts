import { runProcess } from '#platform/process/run-process.js';
import { banner } from './banner.js';
import { startTollgate } from './tollgate.js';

/** Runs everything in this process until it is asked to stop. `envFile` has its settings, besides the environment; `undefined`: `.env`, if it is there. */
export async function runTollgate(envFile?: string): Promise<void> {
  await runProcess(async (settings, stopping) => {
    const tollgate = await startTollgate(settings, stopping);
    for (const note of tollgate.notes) console.log(note);
    console.log(banner(settings, tollgate.webhookUri));
    return () => tollgate.close();
  }, envFile);
}
