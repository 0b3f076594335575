import type { Locator } from 'playwright-core';
import { steadyPort } from '../../../proof/rig/ports.js';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { axeViolations } from './page-checks.js';
import { RunningShop } from './running-shop.js';
import { control } from './sandbox.js';

const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

const gateway = useOwnGateway();

describeConsole('Exams in the console', gateway, [], (shown) => {
  const path = (rest = ''): string => `/api/sandboxes/${shown.sandbox.name}/exams${rest}`;
  const start = async (body: object): Promise<string> => {
    const { body: exam } = await control(gateway).post(path()).send(body).expect(200);
    return (exam as { id: string }).id;
  };
  const button = (name: string): Locator => shown.page.getByRole('button', { name, exact: true });
  const field = (name: string): Locator => shown.page.getByRole('textbox', { name, exact: true });
  const oneOf = (title: string | RegExp): Locator =>
    shown.page.getByRole('list', { name: 'Cases' }).locator('details.exam-case').filter({ hasText: title });
  const opened = (): Promise<void> => shown.page.waitForURL(/\/exams\/exam_\w+$/);
  let shop: RunningShop | undefined;
  afterEach(async () => {
    await shop?.kill();
    shop = undefined;
  });

  it('examine a shop with the chosen cases, and show verdicts, exchanges and ways to repeat them', async () => {
    const { page } = shown;
    shop = await RunningShop.openIn(shown.sandbox, 'examples/shop.mjs', await steadyPort());
    const { receiver, probe, checkout } = shop.urls;
    await shown.open('exams');
    await until(
      async () => (await field('Receiver URL').inputValue()) === shown.receiver.uri,
      'the receiver is not the webhook URL of the sandbox',
    );
    await field('Receiver URL').fill(receiver);
    await field('Probe URL').fill(probe);
    await field('Checkout URL').fill(checkout);
    await page.getByText('All cases', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'All 23 cases' }).click();
    for (const title of ['Refuses an event without a signature', 'Accepts an event with an unknown key'])
      await page.getByRole('checkbox', { name: title }).check();
    await shown.see('3 cases of 23');
    await page.getByText('Why', { exact: true }).nth(1).click();
    await shown.see('Anyone who finds the URL can send an event.');
    await page.getByText('Command line', { exact: true }).click();
    await page
      .getByRole('region', { name: 'Command' })
      .getByText(`--only genuine-event,no-signature,unknown-event`)
      .waitFor();
    await field('Settle time').fill('200ms');
    await field('Settle time').press('Enter');
    await opened();
    await page.getByRole('progressbar', { name: 'Judged cases' }).waitFor();
    for (const title of ['Accepts a genuine event', 'Refuses an event without', 'with an unknown key'])
      await oneOf(title).getByText('Passed', { exact: true }).waitFor();
    await page.getByRole('status').getByText('3 passed').waitFor();
    await button('Run exam again').waitFor();

    await oneOf('Refuses an event without').locator('summary').first().click();
    await page.waitForURL(/open=no-signature/);
    await page.reload();
    const one = oneOf('Refuses an event without');
    await one.getByText(/refused it: 401/).waitFor();
    const sent = one
      .locator('.run-entries > li')
      .filter({ hasText: 'send charge.complete with no_signature' });
    await sent.locator('summary').first().click();
    await sent.getByText(`POST ${receiver}`).waitFor();
    await sent.getByRole('region', { name: 'Request body' }).waitFor();
    expect(await one.locator('.run-entries > li').count()).toBeGreaterThan(4);
    await one.getByText(`--settle 200ms --only no-signature`).waitFor();
    const guide = one.getByRole('link', { name: 'docs/exam-cases.md#no-signature' });
    const { status, text } = await control(gateway).get((await guide.getAttribute('href')) ?? '');
    expect([status, text]).toEqual([200, expect.stringContaining('## no-signature\n')]);
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 375, height: 800 });
    await page.evaluate(LAID_OUT);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(TOO_WIDE)).toBe(false);

    await one.getByRole('button', { name: 'Run case again' }).click();
    await opened();
    await oneOf('Refuses an event without').getByText('Passed', { exact: true }).waitFor();
    expect(await page.locator('details.exam-case').count()).toBe(2);
    await button('Run exam again').waitFor();
    await shown.open('exams');
    const rows = page.getByRole('region', { name: 'Exams' }).getByRole('row');
    await rows.filter({ hasText: '2 passed' }).getByRole('link').waitFor();
    await rows.filter({ hasText: '3 passed' }).getByRole('link').click();
    await oneOf('with an unknown key').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('tell why a shop failed and why the rest is not judged, filter by verdict, and run failed cases again', async () => {
    const { page, receiver } = shown;
    receiver.answer(({ text }, response) => void response.writeHead(text === '' ? 200 : 500).end());
    const id = await start({ receiver: receiver.uri, only: 'no-signature,unknown-event', settle: '100ms' });
    await shown.open(`exams/${id}`);
    await oneOf('Accepts a genuine event')
      .getByText(/returned 500/)
      .waitFor();
    await page
      .getByRole('navigation', { name: 'Verdicts' })
      .getByRole('link', { name: 'Not judged 2' })
      .click();
    await oneOf('Accepts a genuine event').waitFor({ state: 'detached' });
    await oneOf('without a signature')
      .getByText('check its secret key and webhook secret', { exact: false })
      .waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/open=unknown-event/);
    receiver.answer((_, response) => void response.end());
    await button('Run failed cases again').click();
    await oneOf('Accepts a genuine event').getByText('Passed', { exact: true }).waitFor();
  });

  it('tell that a receiver cannot be reached, and stop an exam that waits for it', async () => {
    const { page } = shown;
    const receiver = `http://127.0.0.1:${await steadyPort()}/webhooks`;
    await shown.open(`exams/${await start({ receiver, start: '100ms' })}`);
    await page
      .getByRole('alert')
      .getByText(/cannot be reached \(ECONNREFUSED\)/)
      .waitFor();
    expect(await oneOf(/./).first().innerText()).toContain('Not run');
    await shown.open('exams');
    await field('Receiver URL').fill(receiver);
    await button('Start exam').click();
    await opened();
    await button('Stop exam').click();
    await page.getByRole('alert').getByText('The exam was stopped.').waitFor();
  });

  it('wait for the answers of the command line without asking again and again, and no longer on other pages', async () => {
    const { page, receiver } = shown;
    const asked: string[] = [];
    const broken: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('requestfailed', (request) => broken.push(request.url()));
    const id = await start({ receiver: receiver.uri, probe: 'caller', only: 'genuine-event' });
    const waits = (question: string) => (url: string) =>
      url.includes(`${id}?`) && url.includes(`question=${question}`);
    await shown.open(`exams/${id}`);
    const first = await questionOf(id);
    await shown.see('Waiting for the command line');
    await until(() => asked.some(waits(first)), 'the page does not wait');
    await control(gateway)
      .put(path(`/${id}/answer`))
      .send({ question: first, answer: '{"status":"pending","count":0}' })
      .expect(200);
    const second = await questionOf(id, first);
    await until(() => asked.some(waits(second)), 'the page does not wait for the next question');
    expect(asked.filter(waits(first))).toHaveLength(1);
    await shown.open('faults');
    await until(() => broken.some(waits(second)), 'the page waits after it was left');
    await shown.open(`exams/${id}`);
    await button('Stop exam').click();
    await shown.see('Stopping.');
    expect(await button('Stop exam').isDisabled()).toBe(true);
  });

  /** The question of the exam that is not `known`. */
  async function questionOf(id: string, known = ''): Promise<string> {
    const { body } = await control(gateway)
      .get(path(`/${id}?wait=30s&question=${known}`))
      .expect(200);
    return (body as { question: { id: string } }).question.id;
  }
});
