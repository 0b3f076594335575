import type { Locator } from 'playwright-core';
import { describeConsole } from './console-in-browser.js';
import { LAID_OUT } from './console-page-checks.js';
import { useOwnGateway } from './harness.js';
import { axeViolations } from './page-checks.js';
import { control } from './sandbox.js';

/** A popup of the console at a place, and what is there when it is open. */
type Opened = readonly [place: string, open: () => Promise<unknown>, shows: () => Locator];

const gateway = useOwnGateway();

describeConsole('dialogues and menus of the console', gateway, [], (shown) => {
  const button = (name: string | RegExp, exact = true): Locator =>
    shown.page.getByRole('button', { name, exact }).first();
  const dialogue = (name: string): Locator => shown.page.getByRole('dialog', { name });
  const save = (name: string) =>
    control(gateway).post(`/api/sandboxes/${shown.sandbox.name}/snapshots`).send({ name }).expect(200);

  /** What axe finds in both colour schemes while each of these is open. */
  async function violationsOf(opened: readonly Opened[]): Promise<string[]> {
    const { page } = shown;
    const found: string[] = [];
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
    return found;
  }

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
    const opened: readonly Opened[] = [
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
    expect(await violationsOf(opened)).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it.each([375, 1440])('pass axe with an open menu or list of choices at %i pixels', async (width) => {
    const { page, sandbox, receiver } = shown;
    const { id } = await sandbox.cardCharge();
    await receiver.next('charge.create');
    await save('before');
    // A phone shows no clock in step with the machine's.
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/freeze`).expect(200);
    const menu = (): Locator => page.getByRole('menu');
    const choices = (): Locator => page.getByRole('listbox');
    const press = (name: string | RegExp) => () => button(name).filter({ visible: true }).click();
    const everywhere: readonly Opened[] = [
      [`payments/${id}`, press(/^Clock: /), menu],
      [`payments/${id}`, press('Console menu'), menu],
      ['clock', press(`Sandbox: ${sandbox.name}`), choices],
      ['settings', () => page.getByRole('combobox').first().click(), choices],
      [
        'faults',
        async () => {
          await press('Customize…')();
          await press('Add condition')();
        },
        menu,
      ],
    ];
    const ofRows: readonly Opened[] =
      width === 375
        ? [['snapshots', press('Actions for before'), menu]]
        : [
            ['payments', press('Columns and rows'), menu],
            ['webhooks', press('Columns and rows'), menu],
          ];
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOf([...everywhere, ...ofRows])).toEqual([]);
    expect(shown.trouble).toEqual([]);
  });

  it('lead to all sandboxes by the keyboard', async () => {
    const { page, sandbox } = shown;
    await shown.open('clock');
    await button(`Sandbox: ${sandbox.name}`).click();
    await page.getByRole('option', { name: sandbox.name }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('[data-combobox-selected]', { hasText: 'All sandboxes' }).waitFor();
    await page.keyboard.press('Enter');
    await shown.arrived('sandboxes');
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
