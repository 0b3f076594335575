import { runProcess } from '#platform/process/run-process.js';
import { banner } from './banner.js';
import { startTollgate } from './tollgate.js';

await runProcess(async (settings) => {
  const tollgate = await startTollgate(settings);
  console.log(banner(settings, tollgate.webhookUri));
  return () => tollgate.close();
});
