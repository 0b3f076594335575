import type { Locator } from 'playwright-core';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { axeViolations } from './page-checks.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();

describeConsole('dialogues and menus of the console', gateway, [], (shown) => {
  const button = (name: string | RegExp, exact = true): Locator =>
    shown.page.getByRole('button', { name, exact }).first();
  const dialogue = (name: string): Locator => shown.page.getByRole('dialog', { name });
  const save = (name: string) =>
    control(gateway).post(`/api/sandboxes/${shown.sandbox.name}/snapshots`).send({ name }).expect(200);

  it('pass axe in both colour schemes', async () => {
    const { page, sandbox, receiver } = shown;
    const { id } = await sandbox.cardCharge({ metadata: { order: '1042' } });
    await receiver.next('charge.create');
    await save('before');
    const { text: bundle } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/bundle?object=${id}`)
      .buffer(true)
      .expect(200);
    const file = { name: 'case.tollgate', mimeType: 'application/x-ndjson', buffer: Buffer.from(bundle) };
    const payment = `payments/${id}`;
    const opened: readonly (readonly [place: string, open: () => Promise<unknown>, shows: () => Locator])[] =
      [
        [payment, () => button('Share').click(), () => dialogue('Share payment')],
        [payment, () => button('Replay webhooks…').click(), () => dialogue('Replay webhooks')],
        [payment, () => button('Refund…').click(), () => dialogue('Refund')],
        [
          'snapshots',
          async () => {
            const chooser = page.waitForEvent('filechooser');
            await button('Import file…').click();
            await (await chooser).setFiles(file);
          },
          () => dialogue('Import case: order 1042?'),
        ],
        ['snapshots', () => button('Delete…').click(), () => dialogue('Delete "before"?')],
        [
          'faults',
          () => button('Customize…').click(),
          () => page.getByRole('dialog').getByRole('button', { name: 'Add fault' }),
        ],
        ['sandboxes', () => button('Create sandbox…').click(), () => dialogue('Create sandbox')],
        ['clock', () => page.keyboard.press('Control+k'), () => page.getByRole('option').first()],
        ['clock', () => page.keyboard.press('?'), () => page.getByRole('dialog')],
      ];
    const found: unknown[] = [];
    for (const [place, open, shows] of opened) {
      await shown.open(place);
      await shown.arrived(place);
      await open();
      await shows().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(LAID_OUT);
        const violations = (await axeViolations(page)) as readonly string[];
        found.push(...violations.map((violation) => `${place} (${colorScheme}): ${violation}`));
      }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.keyboard.press('Escape');
      await shows().waitFor({ state: 'hidden' });
    }
    expect(found).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('copy the calls of a menu as commands', async () => {
    const { page, sandbox } = shown;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shown.open('clock');
    await button(/^Clock: /).click();
    await page.getByRole('menuitemcheckbox', { name: 'Copy as cURL' }).click();
    await page.getByRole('menuitem', { name: 'Open clock', disabled: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Advance 1 day' }).click();
    await shown.see('Command copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      `/api/sandboxes/${sandbox.name}/clock/advance`,
    );
    expect(shown.trouble).toEqual([]);
  });

  it('offer what can be done to a snapshot in a menu on a phone', async () => {
    const { page } = shown;
    await save('first');
    await save('second');
    await page.setViewportSize({ width: 375, height: 800 });
    await shown.open('snapshots');
    const row = page.getByRole('row', { name: /second/ });
    await row.getByRole('button', { name: 'Actions for second' }).click();
    const entries = page.getByRole('menu').locator('[role^=menuitem]');
    await entries.first().waitFor();
    expect(await entries.allTextContents()).toEqual([
      'Restore…',
      'Compare with first',
      'Export',
      'Delete…',
      'Copy as cURL',
    ]);
    const download = page.waitForEvent('download');
    await entries.filter({ hasText: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('second.ndjson');
    await row.getByRole('button', { name: 'Actions for second' }).click();
    await entries.filter({ hasText: 'Delete…' }).click();
    await dialogue('Delete "second"?').getByRole('button', { name: 'Delete snapshot' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for first' }).click();
    await entries.filter({ hasText: 'Restore…' }).click();
    await dialogue('Restore "first"?').getByRole('button', { name: 'Restore snapshot' }).click();
    await shown.see(/Snapshot "first" restored/);
    expect(shown.trouble).toEqual([]);
  });

  it('close the palette by Back', async () => {
    const { page } = shown;
    await shown.open('payments');
    await shown.open('clock');
    await shown.arrived('clock');
    await page.keyboard.press('Control+k');
    await dialogue('Search or jump to').getByRole('combobox').fill('1042');
    await page.goBack();
    await dialogue('Search or jump to').waitFor({ state: 'detached' });
    await shown.arrived('payments');
    await page.keyboard.press('Control+k');
    const field = dialogue('Search or jump to').getByRole('combobox');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    expect(shown.trouble).toEqual([]);
  });
});
