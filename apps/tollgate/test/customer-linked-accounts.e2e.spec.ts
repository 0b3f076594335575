import type { CustomerBody } from './answers.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useReceiver } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
let merchant: Merchant;

beforeEach(async () => {
  merchant = await gateway.account({ webhookUri: receiver.uri });
});

const attach = async (id: string, form: object): Promise<CustomerBody> => {
  const { body, status } = await merchant.patch(`/customers/${id}`, form);
  expect({ status, body: body as unknown }).toMatchObject({ status: 200 });
  return body as CustomerBody;
};

const eventKeys = async (objectId: string): Promise<string[]> => {
  const events = await gateway.database.event.findMany({
    where: { objectId },
    orderBy: [{ createdAt: 'asc' }, { key: 'asc' }],
  });
  return events.map(({ key }) => key);
};

describe('a registered linked account', () => {
  it('is attached by POST /customers, and shown in its list and in the event', async () => {
    const account = await merchant.registeredAccount();
    const customer = await merchant.customer({ linked_account: account.id, email: 'john@shop.example' });
    expect(customer.linked_accounts).toMatchObject({
      object: 'list',
      data: [account],
      total: 1,
      location: `/customers/${customer.id}/linked_accounts`,
    });
    const { event } = await receiver.next('customer.create');
    expect(event.data).toEqual(customer);
    expect(await eventKeys(customer.id)).toEqual(['customer.create']);
    const { body } = await merchant.get(`/customers/${customer.id}`);
    expect((body as CustomerBody).linked_accounts.data).toEqual([account]);
    expect((await merchant.get('/customers')).body).toMatchObject({
      data: [{ linked_accounts: { data: [account], total: 1 } }],
    });
  });

  it('is attached by PATCH, with customer.update, also together with a card', async () => {
    const [later, earlier] = [
      await merchant.registeredAccount(),
      await merchant.registeredAccount({ type: 'direct_debit_bay' }),
    ].reverse();
    const { id } = await merchant.customer();
    const first = await attach(id, { linked_account: later?.id });
    expect((await receiver.next('customer.update')).event.data).toEqual(first);
    const second = await attach(id, { linked_account: earlier?.id, card: (await merchant.token()).id });
    expect(second).toMatchObject({
      cards: { total: 1 },
      linked_accounts: { data: [{ id: earlier?.id }, { id: later?.id }], total: 2 },
    });
    expect(await eventKeys(id)).toEqual([
      'customer.create',
      'customer.update',
      'customer.update',
      'customer.update.card',
    ]);
    expect((await merchant.get(`/customers/${id}/linked_accounts`)).body).toMatchObject({
      data: [{ id: earlier?.id }, { id: later?.id }],
      total: 2,
      location: `/customers/${id}/linked_accounts`,
    });
  });

  it('is optional: an empty parameter is ignored', async () => {
    const { id } = await merchant.customer({ linked_account: '' });
    expect(await attach(id, { linked_account: '' })).toMatchObject({ linked_accounts: { total: 0 } });
  });

  it('stays after its customer is deleted', async () => {
    const account = await merchant.registeredAccount();
    const { id } = await merchant.customer({ linked_account: account.id });
    const { body } = await merchant.delete(`/customers/${id}`);
    expect(body).toMatchObject({ deleted: true, linked_accounts: { data: [{ id: account.id }] } });
    expect((await merchant.get(`/linked_accounts/${account.id}`)).body).toEqual(account);
    expect((await merchant.get(`/customers/${id}/linked_accounts`)).status).toBe(404);
    expect((await merchant.patch(`/customers/${id}`, { linked_account: account.id })).status).toBe(404);
  });

  it('is not in another customer’s list', async () => {
    const { id } = await merchant.customer();
    await merchant.customer({ linked_account: (await merchant.registeredAccount()).id });
    expect((await merchant.get(`/customers/${id}/linked_accounts`)).body).toMatchObject({
      data: [],
      total: 0,
    });
  });
});

describe('a linked account in POST and PATCH /customers', () => {
  /** Nothing but the refusal has happened. */
  const expectRefusal = async (account: string, refusal: object): Promise<void> => {
    const { id } = await merchant.customer();
    const token = await merchant.token();
    for (const call of [
      merchant.post('/customers', { linked_account: account, card: token.id }),
      merchant.patch(`/customers/${id}`, {
        linked_account: account,
        card: token.id,
        email: 'new@shop.example',
      }),
    ]) {
      const { status, body } = await call;
      expect({ status, ...(body as object) }).toMatchObject(refusal);
    }
    expect((await merchant.get(`/customers/${id}`)).body).toMatchObject({
      email: null,
      cards: { total: 0 },
      linked_accounts: { total: 0 },
    });
    expect(await merchant.retrieveToken(token.id)).toMatchObject({ used: false });
  };

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['pending', () => Promise.resolve()],
    ['failed', (id: string) => merchant.post(`/linked_accounts/${id}/mark_as_failed`)],
    ['expired', () => merchant.advance(24 * 3_600_000)],
  ])('is rejected if its registration is %s', async (status, make) => {
    const { id } = await merchant.linkedAccount();
    await make(id);
    const message = `linked_account must be registered before it is attached; this one is ${status}`;
    await expectRefusal(id, { status: 400, code: 'bad_request', message });
  });

  it('is rejected if it is already attached', async () => {
    const { id } = await merchant.registeredAccount();
    const owner = await merchant.customer({ linked_account: id });
    const refusal = {
      status: 400,
      code: 'bad_request',
      message: 'linked_account is already attached to a customer',
    };
    await expectRefusal(id, refusal);
    const again = await merchant.patch(`/customers/${owner.id}`, { linked_account: id });
    expect({ status: again.status, ...(again.body as object) }).toMatchObject(refusal);
    expect((await merchant.get(`/customers/${owner.id}`)).body).toMatchObject({
      linked_accounts: { total: 1 },
    });
  });

  it('is rejected if it is of the other mode, of another account, or unknown', async () => {
    const live = (await merchant.linkedAccount({}, 'live')).id;
    const others = (await (await gateway.account()).registeredAccount()).id;
    for (const id of [live, others, 'lnac_test_1', "' OR 1=1"]) {
      await expectRefusal(id, {
        status: 404,
        code: 'not_found',
        message: `linked_account ${id} was not found`,
      });
    }
  });

  it('is rejected in API versions before 2017-11-02', async () => {
    const { id } = await merchant.registeredAccount();
    const refused = await merchant
      .post('/customers', { linked_account: id })
      .set('Omise-Version', '2015-11-17');
    expect({ status: refused.status, ...(refused.body as object) }).toMatchObject({
      status: 404,
      code: 'service_not_found',
    });
    const made = await merchant.post('/customers', { linked_account: id }).set('Omise-Version', '2017-11-02');
    expect(made).toMatchObject({ status: 200, body: { linked_accounts: { total: 1 } } });
  });
});
