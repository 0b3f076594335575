import { CustomerReader } from '#resources/customers/customer.reader.js';
import { statementsDuring } from '../../../proof/rig/statements.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;
let reader: CustomerReader;

beforeAll(async () => {
  merchant = await gateway.account();
  reader = gateway.tollgate.api.get(CustomerReader, { strict: false });
});

async function statementsOf(action: () => Promise<unknown>): Promise<number> {
  return (await statementsDuring(action)).filter(({ text }) => /\b(customer|card)\b/.test(text)).length;
}

describe('the card of a customer’s charge', () => {
  const tenant = (): { accountId: string; livemode: boolean } => ({
    accountId: merchant.id,
    livemode: false,
  });

  it('is the named or the default one, found in one statement', async () => {
    const [first, second] = [await merchant.token(), await merchant.token()];
    const { id } = await merchant.customer({ card: first.id });
    await merchant.patch(`/customers/${id}`, { card: second.id });
    expect(await reader.loadCard(tenant(), id, second.card?.id)).toMatchObject({
      id: second.card?.id,
      customerId: id,
    });
    expect(await statementsOf(() => reader.loadCard(tenant(), id, undefined))).toBe(1);
    expect(await reader.loadCard(tenant(), id, undefined)).toMatchObject({
      id: first.card?.id,
      customerId: id,
    });
  });

  it('cannot be deleted or another customer’s', async () => {
    const [mine, other, loose] = [await merchant.token(), await merchant.token(), await merchant.token()];
    const { id } = await merchant.customer({ card: mine.id });
    await merchant.customer({ card: other.id });
    await merchant.delete(`/customers/${id}/cards/${mine.card?.id}`);
    for (const card of [mine.card?.id, other.card?.id, loose.card?.id, '', 'card_test_nothing']) {
      await expect(reader.loadCard(tenant(), id, card)).rejects.toMatchObject({
        code: 'not_found',
        message: `card ${card} was not found`,
      });
    }
    await expect(reader.loadCard(tenant(), id, undefined)).rejects.toMatchObject({ code: 'invalid_charge' });
  });

  it('is not looked up for a deleted, unknown or other account’s customer', async () => {
    const { id } = await merchant.customer({ card: (await merchant.token()).id });
    const stranger = await gateway.account();
    const refusal = { code: 'not_found', message: `customer ${id} was not found` };
    await expect(reader.loadCard({ ...tenant(), livemode: true }, id, undefined)).rejects.toMatchObject(
      refusal,
    );
    await expect(
      reader.loadCard({ ...tenant(), accountId: stranger.id }, id, undefined),
    ).rejects.toMatchObject(refusal);
    await merchant.delete(`/customers/${id}`);
    await expect(reader.loadCard(tenant(), id, undefined)).rejects.toMatchObject(refusal);
  });
});

describe('a list of customers', () => {
  it('needs as many statements for ten as for one', async () => {
    const shop = await gateway.account();
    await shop.customer({ card: (await shop.token()).id });
    const list = async (): Promise<unknown> => shop.get('/customers');
    const forOne = await statementsOf(list);
    for (let index = 0; index < 9; index += 1) await shop.customer({ card: (await shop.token()).id });
    expect([forOne, await statementsOf(list)]).toEqual([1, 1]);
  });
});
