import { control, type Sandbox } from './sandbox.js';

/** In a page: the addresses of the navigation. */
export const ENTRIES = `[...document.querySelectorAll('nav[aria-label="Main navigation"] a:not([target])')].map((link) => link.getAttribute('href'))`;

interface Filled {
  readonly order: string;
  readonly ids: readonly string[];
}

/** One object of each kind, but for linked accounts, which need the pages of a bank. */
export async function fill(sandbox: Sandbox): Promise<Filled> {
  const api = control(sandbox.gateway);
  const post = async (
    path: string,
    form: object = {},
  ): Promise<{ readonly id: string; readonly [field: string]: unknown }> => {
    const { body, status } = await sandbox.post(path, form);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body as { id: string };
  };
  const order = 'A-1042';
  const pending = await sandbox.charge({ metadata: { order }, description: 'x'.repeat(300) });
  const paid = await sandbox.cardCharge({ metadata: { order: 'y'.repeat(200) } });
  const refund = await post(`/charges/${paid.id}/refunds`, { amount: 2_000 });
  const dispute = await post(`/charges/${(await sandbox.cardCharge()).id}/disputes`);
  const token = await sandbox.token();
  const customer = await post('/customers', { card: await sandbox.token(), email: 'ann@shop.example' });
  const link = await post('/links', {
    amount: 100_000,
    currency: 'THB',
    title: 'Order-384',
    description: 'New Product',
  });
  const chain = await post('/chains', { email: 'seller@shop.example' });
  const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
  const recipient = await post('/recipients', {
    name: 'Somchai Prasert',
    type: 'individual',
    bank_account: account,
  });
  await api.post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '1d' }).expect(200);
  const transfer = await post('/transfers', { amount: 10_000 });
  const end = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const schedule = await post('/schedules', {
    every: 1,
    period: 'day',
    end_date: end,
    charge: { customer: customer.id, amount: 2_000 },
  });
  const urls = { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cart' };
  const session = {
    amount: 59_000,
    currency: 'THB',
    payment_methods: ['card', 'promptpay'],
    order_id: 'C-1045',
    redirect_urls: urls,
  };
  const { body: made } = await api
    .post(`/api/sandboxes/${sandbox.name}/api/test/api/sessions`)
    .send(session)
    .expect(200);
  const first = async (list: string): Promise<string> => {
    const { body } = await api.get(`/api/sandboxes/${sandbox.name}/${list}`).expect(200);
    const [one] = (body as { data: { id: string }[] }).data;
    return one?.id ?? `nothing in ${list}`;
  };
  const others = await Promise.all(
    ['deliveries?wait=10s', 'requests?wait=10s', 'events', 'objects/transactions', 'api/test/receipts'].map(
      first,
    ),
  );
  const objects = [
    pending,
    paid,
    refund,
    dispute,
    customer,
    link,
    chain,
    recipient,
    transfer,
    schedule,
    made as { id: string },
  ];
  const { id: source } = pending['source'] as { id: string };
  return {
    order,
    ids: [...objects.map(({ id }) => id), source, token, customer['default_card'] as string, ...others],
  };
}
