import type { Locator } from 'playwright-core';
import { describeConsole } from './console-in-browser.js';
import { useOwnGateway } from './harness.js';

const gateway = useOwnGateway();

describeConsole('the palette and payments of one order', gateway, [], (shown) => {
  const palette = (): Locator => shown.page.getByRole('dialog', { name: 'Search or jump to' });
  const field = (): Locator => palette().getByRole('combobox', { name: 'Search or jump to' });
  const search = async (text: string): Promise<void> => {
    await shown.page.keyboard.press('Control+k');
    await field().fill(text);
  };
  const selected = (): Locator => palette().getByRole('option', { selected: true });
  /** The text of the row that the field names as the active one. */
  const active = async (): Promise<string | null> => {
    const id = await field().getAttribute('aria-activedescendant');
    return shown.page.locator(`[id="${id ?? 'none'}"]`).textContent();
  };
  const paid = (order: string, key = 'order') => shown.sandbox.cardCharge({ metadata: { [key]: order } });

  it('selects the first result, moves by arrows and opens by Enter', async () => {
    const { page } = shown;
    const { id } = await paid('1042');
    await shown.receiver.next('charge.create');
    await shown.open('clock');
    await search('1042');
    await selected()
      .filter({ hasText: /^Order 1042 · THB.1,000\.00 · Visa •4242 · \d\d:\d\d:\d\d/ })
      .waitFor();
    await selected().getByText('Successful').waitFor();
    expect(await selected().count()).toBe(1);
    expect(await active()).toContain('Order 1042 · ');
    await page.keyboard.press('ArrowDown');
    await selected()
      .filter({ hasText: /^charge\.\w+ · Order 1042 · THB.1,000\.00 · / })
      .waitFor();
    expect(await selected().textContent()).toContain(shown.receiver.uri);
    expect(await active()).toContain('charge.');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/payments/${id}`);
    await palette().waitFor({ state: 'detached' });
    expect(shown.trouble).toEqual([]);
  });

  it('says why a payment matches whose row does not have the words', async () => {
    await shown.sandbox.cardCharge({ metadata: { order: '1', colour: 'teal-65001' } });
    await shown.open('clock');
    await search('65001');
    await selected().getByText('colour: teal-65001').waitFor();
  });

  it('finds an order that is paid twice first, and lists both payments', async () => {
    const { page } = shown;
    const [first, second] = [await paid('1043'), await paid('1043')];
    await paid('10430');
    await shown.sandbox.charge({ metadata: { order: '1043' } });
    await shown.open('clock');
    await search('1043');
    await selected()
      .filter({ hasText: /^2 successful payments of order 1043\d\d:\d\d:[\d.]+ and \d\d:\d\d:[\d.]+$/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payments\?/);
    await shown.arrived('payments');
    for (const { id } of [first, second]) await page.getByRole('link', { name: id }).waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBe(2);
  });

  it('names the other payment of an order until one of them is refunded', async () => {
    const { page, sandbox } = shown;
    const { id } = await paid('1044');
    const { id: other } = await paid('1044');
    await shown.open(`payments/${id}`);
    const banner = page.getByRole('region', { name: 'Order paid more than once' });
    await banner.getByText(/^2 successful payments of order 1044/).waitFor();
    await banner.getByRole('link', { name: 'Show both' }).click();
    await page.getByRole('link', { name: other }).click();
    await shown.arrived(`payments/${other}`);
    await banner.waitFor();
    await sandbox.post(`/charges/${other}/refunds`, { amount: 100_000 }).expect(200);
    await banner.waitFor({ state: 'detached' });
    await page.getByText('Fully refunded (voided the same day)').waitFor();
    await shown.open(`payments/${id}`);
    await shown.arrived(`payments/${id}`);
    expect(await banner.count()).toBe(0);
  });

  it('knows orders by the metadata key that the sandbox shows', async () => {
    const { page, sandbox } = shown;
    const { id } = await paid('R-7', 'reference');
    await paid('R-7', 'reference');
    await shown.open(`payments/${id}`);
    await shown.arrived(`payments/${id}`);
    const banner = page.getByRole('region', { name: 'Order paid more than once' });
    expect(await banner.count()).toBe(0);
    await shown.open('payments');
    await page.getByRole('link', { name: id }).waitFor();
    await page.getByRole('button', { name: 'Columns and rows' }).click();
    await page.getByRole('menuitemradio', { name: 'Order: reference' }).click();
    await shown.open(`payments/${id}`);
    await banner.getByText(/^2 successful payments of order R-7/).waitFor();
    await search('R-7');
    await selected().getByText('2 successful payments of order R-7').waitFor();
    await page.evaluate(`localStorage.removeItem('tollgate-order-key-${sandbox.name}')`);
  });
});
