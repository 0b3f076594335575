import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Locator } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { axeViolations } from './page-checks.js';
import { openReceiver, type Receiver } from './receiver.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();

/** In a page: drags a file over the window, and drops it. */
const DRAG = `(type, files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
  document.querySelector('main').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}`;

describeConsole('sharing a payment', gateway, [], (shown) => {
  const dialogue = (): Locator => shown.page.getByRole('dialog');
  const drag = (
    type: 'dragenter' | 'drop',
    ...files: readonly (readonly [string, string])[]
  ): Promise<void> => shown.page.evaluate(`(${DRAG})(${JSON.stringify(type)}, ${JSON.stringify(files)})`);
  /** The window takes files once the code for them is loaded. */
  const drop = async (...files: readonly (readonly [string, string])[]): Promise<void> => {
    const overlay = shown.page.getByText('Drop to import');
    await until(async () => {
      await drag('dragenter', ...files);
      return overlay.isVisible();
    }, 'the window takes no file');
    await drag('drop', ...files);
    await overlay.waitFor({ state: 'detached' });
  };
  const bundleOf = async (id: string): Promise<string> => {
    const { text } = await control(gateway)
      .get(`/api/sandboxes/${shown.sandbox.name}/bundle?object=${id}`)
      .buffer(true)
      .expect(200);
    return text;
  };
  const notified = (text: string | RegExp): Promise<void> =>
    shown.page.getByRole('status').getByText(text).waitFor();
  const refused = (text: string): Promise<void> => shown.page.getByRole('alert').getByText(text).waitFor();

  /** A paid payment whose webhooks the receiver got. */
  const paid = async (order: string): Promise<string> => {
    const { sandbox, receiver } = shown;
    const { id } = await sandbox.charge({ metadata: { order, name: 'Somchai' } });
    await receiver.next('charge.create');
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await receiver.next('charge.complete');
    return id;
  };

  describe('the dialogue', () => {
    it('copies the link of the page and the command of a replay', async () => {
      const { page, sandbox } = shown;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
      const { id } = await sandbox.charge();
      await shown.open(`payments/${id}`);
      const share = page.getByRole('button', { name: 'Share' });
      await share.focus();
      await page.keyboard.press('Enter');
      await dialogue().getByRole('heading', { name: 'Share payment' }).waitFor();
      await page.locator(':focus').getByText('Copy link').waitFor();
      await page.keyboard.press('Enter');
      await dialogue().getByRole('button', { name: 'Copied' }).waitFor();
      expect(await copied()).toBe(
        `${gateway.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/payments/${id}`,
      );
      await dialogue().getByRole('button', { name: 'Copy command' }).click();
      await until(
        async () =>
          (await copied()) ===
          `npx tollgate bundle replay ${id}.tollgate --to http://127.0.0.1:3000/webhooks`,
        'the command is not copied',
      );
      await page.evaluate(LAID_OUT);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialogue().waitFor({ state: 'detached' });
      await page.locator(':focus', { hasText: 'Share' }).waitFor();
      expect(shown.trouble).toEqual([]);
    });

    it('downloads the bundle with its size, and with personal data if asked', async () => {
      const { page, sandbox } = shown;
      const { id } = await sandbox.charge({ metadata: { order_id: '1042', name: 'Somchai' } });
      await shown.open(`payments/${id}`);
      await page.getByRole('button', { name: 'Share' }).click();
      await dialogue()
        .getByText(/names, e-mail and postal addresses,.* metadata except "order_id"/)
        .waitFor();
      const download = async (): Promise<string> => {
        const link = dialogue().getByRole('link', { name: /^Download bundle · \d+(\.\d)? kB$/ });
        const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
        expect(file.suggestedFilename()).toBe(`${id}.tollgate`);
        const text = readFileSync(await file.path(), 'utf8');
        const kilobytes = Number(/[\d.]+/.exec(await link.innerText())?.[0]);
        expect(Math.abs(text.length / 1_000 - kilobytes)).toBeLessThan(1);
        return text;
      };
      const anonymous = await download();
      expect(JSON.parse(anonymous.split('\n')[0] ?? '')).toMatchObject({
        personal_data: false,
        bundle: { object: id },
      });
      expect(anonymous).not.toContain('Somchai');
      expect(anonymous).toContain('"order_id":"1042"');
      await dialogue().getByRole('checkbox', { name: 'Include personal data' }).click();
      await dialogue().getByText('The file has the names, addresses').waitFor();
      expect(await download()).toContain('Somchai');
      expect(shown.trouble).toEqual([]);
    });
  });

  describe('a dropped file', () => {
    it('is described, imported, and leads to the payment; Undo restores the sandbox', async () => {
      const { page, sandbox } = shown;
      const id = await paid('1042');
      const text = await bundleOf(id);
      await sandbox.charge();
      await shown.open('clock');
      await drop(['case.tollgate', text]);
      await dialogue().getByRole('heading', { name: 'Import case: order 1042?' }).waitFor();
      await dialogue()
        .getByText('case.tollgate holds 1 charge, 2 events, 2 webhooks, without personal data.')
        .waitFor();
      await dialogue().getByText('Deletes 2 charges, ').waitFor();
      expect(await sandbox.total('/charges')).toBe(2);
      await dialogue().getByRole('button', { name: 'Import file' }).click();
      await notified('case.tollgate imported.');
      await page.getByRole('region', { name: 'Imported payment' }).getByText('case.tollgate').waitFor();
      expect(page.url()).toContain('/payments/chrg_test_');
      await page.getByText('1042', { exact: true }).first().waitFor();
      expect(await sandbox.total('/charges')).toBe(1);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await notified(/^Undone: snapshot "before-import-/);
      expect(await sandbox.total('/charges')).toBe(2);
      await page.getByRole('heading', { name: 'Snapshots', level: 1 }).waitFor();
    });

    it('leads to the snapshots if it is one', async () => {
      const { page, sandbox } = shown;
      const base = `/api/sandboxes/${sandbox.name}/snapshots`;
      await sandbox.charge();
      await control(gateway).post(base).send({ name: 'kept' }).expect(200);
      const { text } = await control(gateway).get(`${base}/kept/export`).buffer(true).expect(200);
      await shown.open('');
      await drop(['kept.ndjson', text]);
      await dialogue().getByText('kept.ndjson holds 1 charge,').waitFor();
      await dialogue().getByRole('button', { name: 'Import file' }).click();
      await page.getByRole('heading', { name: 'Snapshots', level: 1 }).waitFor();
    });

    it('is refused in a sentence if it holds something else', async () => {
      await shown.open('snapshots');
      await drop(['notes.txt', 'Dear colleague']);
      await refused("Couldn't import file: notes.txt is neither a bundle nor an exported snapshot.");
      const cut = (await bundleOf((await shown.sandbox.charge()).id)).split('\n').slice(0, 2).join('\n');
      await shown.page
        .locator('input[type=file]')
        .setInputFiles({ name: 'cut.tollgate', mimeType: 'text/plain', buffer: Buffer.from(cut) });
      await refused("Couldn't import file: cut.tollgate is incomplete: its last line is missing.");
      await drop(['a.tollgate', cut], ['b.tollgate', cut]);
      await refused("Couldn't import files: drop one file at a time.");
      expect(await dialogue().count()).toBe(0);
    });
  });

  describe('a replay', () => {
    let colleague: Receiver;

    beforeEach(async () => {
      colleague = await openReceiver();
    });

    afterEach(() => colleague.close());

    const rows = (): Locator =>
      dialogue().getByRole('region', { name: 'Webhooks in order' }).getByRole('row');

    it('sends the webhooks of an imported payment, and shows each response as it comes', async () => {
      const { page } = shown;
      const text = await bundleOf(await paid('1042'));
      await shown.open('snapshots');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'case.tollgate', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await dialogue().getByRole('button', { name: 'Import file' }).click();
      await page
        .getByRole('region', { name: 'Imported payment' })
        .getByRole('button', { name: 'Replay webhooks…' })
        .click();
      await dialogue().getByRole('heading', { name: 'Replay webhooks' }).waitFor();
      await rows().filter({ hasText: 'charge.complete' }).waitFor();
      expect(
        (await rows().allInnerTexts()).map((row) =>
          row.split(/\s+/).filter((word) => /^(charge\.|2)/.test(word)),
        ),
      ).toEqual([[], ['charge.create', '200'], ['charge.complete', '200']]);
      expect(colleague.received.length).toBe(0);
      await page.evaluate(LAID_OUT);
      expect(await axeViolations(page)).toEqual([]);
      let held: ServerResponse | undefined;
      colleague.answer(({ event }, response) => {
        if (event.key === 'charge.create') response.writeHead(503).end('busy');
        else held = response;
      });
      await dialogue().getByRole('textbox', { name: 'URL' }).fill(colleague.uri);
      await dialogue().getByRole('button', { name: 'Replay 2 webhooks' }).click();
      await rows().filter({ hasText: 'charge.create' }).getByText('503').waitFor();
      await rows().filter({ hasText: 'charge.complete' }).getByText('waiting…').waitFor();
      await until(() => held !== undefined, 'the second webhook is not sent');
      held?.writeHead(201).end();
      await dialogue().getByRole('status').getByText('2 webhooks sent: 1 delivered, 1 failed').waitFor();
      await rows().filter({ hasText: 'charge.complete' }).getByText('201').waitFor();
      expect(colleague.received.map(({ event }) => event.key)).toEqual(['charge.create', 'charge.complete']);
      await dialogue().getByRole('button', { name: 'Close' }).last().click();
      const imported = page.getByRole('region', { name: 'Imported payment' });
      await imported.getByRole('button', { name: 'Dismiss' }).click();
      await imported.waitFor({ state: 'detached' });
      expect(page.url()).not.toContain('imported');
      expect(shown.trouble).toEqual([]);
    });

    it('offers the URL of the sandbox, and shows why a URL is refused or does not answer', async () => {
      const { page, receiver } = shown;
      const id = await paid('1042');
      await shown.open(`payments/${id}`);
      await page.getByRole('button', { name: 'Replay webhooks…' }).click();
      const url = dialogue().getByRole('textbox', { name: 'URL' });
      await url.waitFor();
      expect(await url.inputValue()).toBe(receiver.uri);
      await url.fill('ftp://shop.example');
      await dialogue().getByRole('button', { name: 'Replay 2 webhooks' }).click();
      await dialogue()
        .getByText(/^to must be /)
        .waitFor();
      const closed = await openReceiver();
      await closed.close();
      await url.fill(closed.uri);
      await dialogue().getByRole('button', { name: 'Replay 2 webhooks' }).click();
      await dialogue().getByRole('status').getByText('2 webhooks sent: 2 failed').waitFor();
      await rows()
        .filter({ hasText: 'charge.create' })
        .getByText(/refused/i)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await dialogue().waitFor({ state: 'detached' });
      await page.locator(':focus', { hasText: 'Replay webhooks…' }).waitFor();
    });

    it('asks which webhooks to send if several URLs received them, and ends when it is stopped', async () => {
      const { page, sandbox, receiver } = shown;
      const id = await paid('1042');
      const { body } = await control(gateway)
        .get(`/api/sandboxes/${sandbox.name}/deliveries?object=${id}`)
        .expect(200);
      const [{ id: delivery }] = (body as { data: [{ id: string }] }).data;
      const elsewhere = receiver.uri.replace(/hook$/, 'elsewhere');
      await control(gateway)
        .post(`/api/sandboxes/${sandbox.name}/deliveries/${delivery}/redeliver`)
        .send({ to: elsewhere })
        .expect(200);
      await shown.open(`payments/${id}`);
      await page.getByRole('button', { name: 'Replay webhooks…' }).click();
      await dialogue().getByRole('button', { name: 'Replay 2 webhooks' }).waitFor();
      await dialogue().getByRole('combobox', { name: 'Webhooks sent to' }).click();
      await page.getByRole('option', { name: elsewhere }).click();
      let held: ServerResponse | undefined;
      colleague.answer((_, response) => void (held = response));
      await dialogue().getByRole('textbox', { name: 'URL' }).fill(colleague.uri);
      await dialogue().getByRole('button', { name: 'Replay 1 webhook' }).click();
      await until(() => held !== undefined, 'the webhook is not sent');
      await dialogue().getByRole('button', { name: 'Stop replay' }).click();
      await dialogue().getByRole('button', { name: 'Replay 1 webhook' }).waitFor();
      held?.end();
    });
  });
});
