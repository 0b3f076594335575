import { until } from '#platform/testing/until.js';
import { everyPage } from './console-every-page.js';
import { fill } from './console-filled.js';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

/** Sooner than a page would ask again by itself. */
const TOLD_MS = 6_000;
/** The time of the page is moved on by this much, instead of waiting until the page reads again. */
const STEP_MS = 250;

const gateway = useOwnGateway();

describeConsole('the state of the sandbox', gateway, [], (shown) => {
  it('appears on every page after a change, and disappears after the change back', async () => {
    const { page, sandbox } = shown;
    const { ids } = await fill(sandbox);
    const api = async (method: 'post' | 'delete', path: string, body: object = {}): Promise<void> => {
      const { status } = await control(gateway)[method](`/api/sandboxes/${sandbox.name}${path}`).send(body);
      expect([path, status]).toEqual([path, 200]);
    };
    const fault = { on: 'api', match: { route: 'POST /recipients' }, do: { status: 503 } };
    const chips = page
      .locator('header')
      .getByRole('button', { name: /^(Clock: Frozen|Webhooks: |Active: 1 fault)/ });
    await page.clock.install();
    let isUsual = true;
    const untold: string[] = [];
    await everyPage(shown, ids, async (place) => {
      await Promise.all(
        isUsual
          ? [api('post', '/clock/freeze'), api('post', '/webhooks/hold'), api('post', '/faults', fault)]
          : [api('post', '/clock/resume'), api('post', '/webhooks/release'), api('delete', '/faults')],
      );
      isUsual = !isUsual;
      const count = isUsual ? 0 : 3;
      let passedMs = 0;
      const isTold = async (): Promise<boolean> => {
        if ((await chips.count()) === count) return true;
        if (passedMs < TOLD_MS) await page.clock.runFor(STEP_MS);
        passedMs += STEP_MS;
        return false;
      };
      await until(isTold, '', TOLD_MS).catch(async () =>
        untold.push(`${place} shows ${await chips.count()} of ${count} chips`),
      );
    });
    expect(untold).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('counts retrying webhooks and active faults in the navigation', async () => {
    const { page, sandbox, receiver } = shown;
    const api = control(gateway);
    receiver.answer((_, res) => res.writeHead(500).end());
    await shown.open('balance');
    await sandbox.charge();
    await api
      .post(`/api/sandboxes/${sandbox.name}/faults`)
      .send({ on: 'api', do: { status: 503 } })
      .expect(200);
    const navigation = page.getByRole('navigation', { name: 'Main navigation' });
    await navigation.getByRole('link', { name: 'Webhooks 1 retrying', exact: true }).waitFor();
    await navigation.getByRole('link', { name: 'Faults 1 active', exact: true }).waitFor();
    await api.delete(`/api/sandboxes/${sandbox.name}/faults`).expect(200);
    await navigation.getByRole('link', { name: 'Faults', exact: true }).waitFor();
  });
});
