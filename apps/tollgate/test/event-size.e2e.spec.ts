import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';

const gateway = useGateway();
const receiver = useReceiver();
/** The most characters of metadata, of an address to return to and of a field of a card (docs/fidelity.md C6). */
const [MAX_METADATA, MAX_URI, MAX_TEXT] = [15_000, 2_048, 255];
/** The linked accounts and cards that a customer shows. */
const SHOWN = 20;
/** A letter of three bytes. */
const LETTER = 'ก';

it('the largest event has at most 450,000 characters and 1.2 MB, and is sent as stored', async () => {
  const merchant = await gateway.account();
  const made = async (path: string, form: object = {}): Promise<string> =>
    ((await merchant.post(path, form).type('json').expect(200)).body as { id: string }).id;
  const metadata = { a: LETTER.repeat(MAX_METADATA - '{"a":""}'.length) };
  const text = LETTER.repeat(MAX_TEXT);
  const card = { name: text, street1: text, street2: text, city: text, state: text, postal_code: text };
  const return_uri = 'https://shop.example/'.padEnd(MAX_URI, 'x');
  const id = await made('/customers', { metadata, description: LETTER.repeat(1_000) });
  for (let count = 0; count < SHOWN; count += 1) {
    const linked_account = await made('/linked_accounts', { type: 'direct_debit_scb', return_uri, metadata });
    await made(`/linked_accounts/${linked_account}/mark_as_registered`);
    await merchant
      .patch(`/customers/${id}`, { linked_account, card: (await merchant.token(card)).id })
      .expect(200);
  }
  await merchant.patch('/account', { webhook_uri: receiver.uri }).expect(200);
  await merchant.patch(`/customers/${id}`, { email: 'shopper@example.com' }).expect(200);

  const { text: sent, event } = await receiver.next('customer.update');
  const { body: stored } = await gateway.database.event.findUniqueOrThrow({ where: { id: event.id } });
  expect(sent).toBe(stored);
  expect(stored.length).toBeGreaterThan(400_000);
  expect(stored.length).toBeLessThan(450_000);
  expect(Buffer.byteLength(sent)).toBeLessThan(1_200_000);
  const { body } = await merchant.get(`/events/${event.id}`);
  expect(body).toMatchObject({ webhook_deliveries: [{ payload: sent }] });
});
