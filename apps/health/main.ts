import { Clock } from '#platform/clock/clock.js';
import { isAnyAddress } from '#platform/config/setting-types.js';
import { apiAddress, controlAddress, payAddress, vaultAddress } from '#platform/http/listen-address.js';
import { lastBeat } from '#platform/process/heartbeat.js';
import { runOnce } from '#platform/process/run-process.js';

const ANSWER_TIMEOUT_MS = 4_000;
/** The worker does a round every second; one that has long work before it is given time. */
const MAX_HEARTBEAT_AGE_MS = 30_000;

const ADDRESSES = new Map([
  ['api', apiAddress],
  ['vault', vaultAddress],
  ['pay', payAddress],
  ['control', controlAddress],
]);

/**
 * `node dist/apps/health/main.js api`: whether the process of that name beside this one does its work. Exit
 * code 0 is yes.
 */
await runOnce(async (settings) => {
  const name = process.argv[2] ?? '';
  if (name === 'worker') return assertHeartbeat();
  const address = ADDRESSES.get(name)?.(settings);
  if (address === undefined) throw new Error('say which process: api, vault, pay, control or worker');
  await assertReady(
    `http://${isAnyAddress(address.host) ? '127.0.0.1' : address.host}:${address.port}/readyz`,
  );
});

async function assertReady(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

async function assertHeartbeat(): Promise<void> {
  const age = new Clock().machineNow().getTime() - (await lastBeat()).getTime();
  if (age > MAX_HEARTBEAT_AGE_MS) throw new Error(`the worker's last round ended ${age} ms ago`);
}
