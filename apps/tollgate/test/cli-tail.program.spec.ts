import { hostPorts } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { startCli } from './cli.js';
import { openGateway, useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { createSandbox } from './sandbox.js';

const gateway = useOwnGateway();
const receiver = useReceiver();

const env = (): Record<string, string> => ({ TOLLGATE_CONTROL_URL: gateway.settings.controlUrl });

describe('tollgate tail', () => {
  it('prints requests, events and attempts as they happen, to a terminal or a pipe', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const running = startCli(['tail', '--sandbox', sandbox.name], env());
    await until(
      () => running.stderr().includes(`Following ${sandbox.name}`),
      () => `it does not follow: ${running.stderr()}`,
    );
    const { id } = await sandbox.charge();
    const all = [/POST \/charges 200 \d+ ms/, /charge\.create/, /webhook charge\.create #1 to \S+ 200/];
    await until(
      () => all.every((line) => line.test(running.stdout())),
      () => `they are not all there: ${running.stdout()}`,
    );
    expect(running.stdout()).toContain(id);
    expect(running.stdout()).not.toContain('\u001b');
    running.child.kill('SIGINT');
    await running.ended();
  });

  it('prints each entry once as a line of JSON, even if Tollgate restarts', async () => {
    const ports = await hostPorts();
    const first = await openGateway(ports);
    const { databaseUrl } = first;
    const { controlUrl } = first.settings;
    const sandbox = await createSandbox(first);
    const running = startCli(['tail', '--sandbox', sandbox.name, '--json', '--kinds', 'event'], {
      TOLLGATE_CONTROL_URL: controlUrl,
    });
    const keys = (): string[] =>
      running
        .stdout()
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { object_id: string }).object_id);
    await until(
      () => running.stderr().includes('Following'),
      () => `it does not follow: ${running.stderr()}`,
    );
    const before = await sandbox.charge();
    await until(() => keys().length === 1, 'the first event does not come');
    await first.close();
    const second = await openGateway({ ...ports, DATABASE_URL: databaseUrl });
    const after = await sandbox.charge({}, second);
    await until(
      () => keys().length === 2,
      () => `the second event does not come: ${running.stderr()}`,
    );
    expect(keys()).toEqual([before.id, after.id]);
    running.child.kill('SIGINT');
    await running.ended();
  });
});
