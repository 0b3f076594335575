import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.js';
import { each, made, type State } from './state.js';
import type { WatchedMerchant } from './watched-merchant.js';

const ACCOUNT = { 'bank_account[number]': '1234567890', 'bank_account[name]': 'Somchai Prasert' };

/** Does everything with recipients and transfers that has an event. */
export async function causeTransferEvents(shop: WatchedMerchant): Promise<void> {
  const { id } = await shop.recipient();
  await made(shop.patch(`/recipients/${id}/verify`));
  await made(shop.patch(`/recipients/${id}`, { 'bank_account[bank_code]': 'bbl', ...ACCOUNT }));
  await made(shop.delete(`/recipients/${id}`));
  for (const end of ['mark_as_paid', 'mark_as_failed']) {
    const { id: transfer } = await shop.transfer({ amount: 5_000 });
    await made(shop.patch(`/transfers/${transfer}`, { amount: 4_000 }));
    await made(shop.post(`/transfers/${transfer}/mark_as_sent`));
    await made(shop.post(`/transfers/${transfer}/${end}`));
  }
  await made(shop.delete(`/transfers/${(await shop.transfer({ amount: 5_000 })).id}`));
}

/** Recipients and transfers. */
export const TRANSFER_STATES: readonly State[] = [
  {
    about: 'recipient',
    state: 'the default one, and one in live mode',
    reach: async (shop) => {
      await made(shop.get('/recipients'));
      await shop.recipient({}, 'live');
    },
  },
  {
    about: 'recipient',
    state: 'created with all parameters, changed, verified and deleted',
    reach: async (shop) => {
      const told = {
        email: 'somchai@shop.example',
        description: 'The cook',
        type: 'corporation',
        tax_id: '1234',
        'metadata[shop]': '7',
      };
      const account = { 'bank_account[type]': 'current', 'bank_account[branch_code]': '12' };
      const { id } = await shop.recipient({ ...told, ...account });
      await made(shop.patch(`/recipients/${id}/verify`));
      await made(
        shop.patch(`/recipients/${id}`, {
          description: '',
          email: '',
          'bank_account[bank_code]': 'bbl',
          ...ACCOUNT,
        }),
      );
      await made(shop.get(`/recipients/${id}`));
      await made(shop.delete(`/recipients/${id}`));
    },
  },
  {
    about: 'recipient',
    state: 'not verified for each reason',
    reach: (shop) =>
      each(['0000000001', '0000000002', '0000000003'], async (number) => {
        const { id } = await shop.recipient({ 'bank_account[number]': number });
        await made(shop.patch(`/recipients/${id}/verify`));
      }),
  },
  {
    about: 'transfer',
    state: 'pending, changed, sent and paid, with the recipient in it',
    reach: async (shop) => {
      const { id } = await shop.transfer({ 'metadata[run]': '7' });
      await made(shop.patch(`/transfers/${id}`, { amount: 50_000 }));
      await made(shop.get(`/transfers/${id}`, { expand: 'true' }));
      await made(shop.post(`/transfers/${id}/mark_as_sent`));
      await made(shop.post(`/transfers/${id}/mark_as_paid`));
      await made(shop.get('/transfers'));
    },
  },
  {
    about: 'transfer',
    state: 'in live mode, sent and paid by itself',
    reach: async (shop) => {
      const { id } = await shop.transfer({}, 'live');
      await shop.advance(DAY_MS + MINUTE_MS);
      await shop.advance(HOUR_MS + MINUTE_MS);
      await made(shop.get(`/transfers/${id}`, {}, 'live'));
    },
  },
  {
    about: 'transfer',
    state: 'failed for each reason, before and after it was sent',
    reach: (shop) =>
      each(['insufficient_balance', 'invalid_recipient', 'transfer_failed'], async (code) => {
        const { id } = await shop.transfer({ fail_fast: 'true' });
        if (code === 'transfer_failed') await made(shop.post(`/transfers/${id}/mark_as_sent`));
        await made(shop.post(`/transfers/${id}/mark_as_failed`, { failure_code: code }));
      }),
  },
  {
    about: 'receipt',
    state: 'of days with fees, and of one on which fees were given back, in each mode',
    reach: (shop) =>
      each(['test', 'live'] as const, async (mode) => {
        await shop.advanceToNoon();
        const { id } = await shop.transfer({}, mode);
        if (mode === 'test') {
          await shop.advance(5 * HOUR_MS - 5 * MINUTE_MS);
          await made(shop.post(`/transfers/${id}/mark_as_sent`));
          await shop.advance(10 * MINUTE_MS);
          await made(shop.post(`/transfers/${id}/mark_as_failed`, { failure_code: 'transfer_failed' }));
        }
        await shop.advance(2 * DAY_MS);
        const { data } = (await shop.get('/receipts', {}, mode)).body as { data: { id: string }[] };
        await made(shop.get(`/receipts/${data[0]?.id}`, {}, mode));
      }),
  },
  {
    about: 'transfer',
    state: 'deleted',
    reach: async (shop) => {
      const { id } = await shop.transfer();
      await made(shop.delete(`/transfers/${id}`));
    },
  },
];
