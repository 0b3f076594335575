import { runProcess } from '#platform/process/run-process.js';
import { banner } from './banner.js';
import { startTollgate } from './tollgate.js';

await runProcess(async (settings, stopping) => {
  const tollgate = await startTollgate(settings, stopping);
  for (const note of tollgate.notes) console.log(note);
  console.log(banner(settings, tollgate.webhookUri));
  return () => tollgate.close();
});
