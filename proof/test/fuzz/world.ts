import { DAY_MS } from '../../../libs/kernel/time.js';
import type { Merchant, Mode } from '../../../apps/tollgate/test/merchant.js';

const ID = /\b[a-z0-9]{3,7}_(?:test_)?[0-9a-z]{19}\b/g;
/** A path in a response, alone or on one of the hosts. */
const ADDRESS = /"(?:http:\/\/127\.0\.0\.1:\d+)?(\/[^"?\\]+)(?:\?[^"\\]*)?"/g;
/** Number of recent objects per kind: few, so that requests meet. */
const IN_VIEW = 12;
/** A pick is a number below this. */
export const PICKS = 1_000;

/** Known ids and addresses, collected from responses. */
export class World {
  private readonly ids = new Map<string, string[]>();
  private readonly addresses = new Map<string, string[]>();
  /** Each address in its parts: they are looked through for every request. */
  private readonly parts = new Map<string, readonly string[]>();

  learn(text: string): void {
    for (const [id] of text.matchAll(ID)) keep(this.ids, id.slice(0, id.indexOf('_')), id);
    for (const [, path = ''] of text.matchAll(ADDRESS)) keep(this.addresses, path.replaceAll(ID, ':'), path);
  }

  /** A recent id of a kind, or an invalid one if none is known. */
  id(prefix: string, pick: number): string {
    const known = this.ids.get(prefix) ?? [];
    return known[latest(pick, known.length)] ?? `${prefix}_test_nothing`;
  }

  anyId(pick: number): string {
    const all = [...this.ids.values()].flat();
    return all[pick % all.length] ?? 'nothing';
  }

  /** Parameters of `pattern`, as in the address of an existing object. */
  parametersFor(pattern: string, pick: number): string[] {
    const parts = pattern.split('/');
    const length = parts.findLastIndex((part) => part.startsWith(':')) + 1;
    const fits = [...this.addresses.values()]
      .flat()
      .map((address) => this.partsOf(address))
      .filter(
        (address) =>
          address.length >= length &&
          parts.slice(0, length).every((part, at) => part.startsWith(':') || part === address[at]),
      )
      .slice(-IN_VIEW);
    const found = fits[latest(pick, fits.length)] ?? [];
    return parts
      .slice(0, length)
      .flatMap((part, at) => (part.startsWith(':') ? [found[at] ?? 'nothing'] : []));
  }

  private partsOf(address: string): readonly string[] {
    const parts = this.parts.get(address) ?? address.split('/');
    this.parts.set(address, parts);
    return parts;
  }
}

/** Moves a repeated value to the end. */
function keep(known: Map<string, string[]>, kind: string, value: string): void {
  const others = (known.get(kind) ?? []).filter((other) => other !== value);
  known.set(kind, [...others, value].slice(-IN_VIEW));
}

/** An index below `length`, preferring recent entries: older ones were used more often. */
function latest(pick: number, length: number): number {
  return length - 1 - Math.floor((pick / PICKS) ** 2 * length);
}

const RECIPIENT = {
  name: 'Somchai Prasert',
  'bank_account[brand]': 'scb',
  'bank_account[number]': '1234567890',
  'bank_account[name]': 'Somchai Prasert',
};
/** The date this many days from now. */
const inDays = (count: number): string => new Date(Date.now() + count * DAY_MS).toISOString().slice(0, 10);

/** Creates an object of each kind in each state; returns the responses in order. */
export async function furnish(merchant: Merchant, mode: Mode): Promise<string[]> {
  const answers: string[] = [];
  const done = async (call: PromiseLike<{ text: string; body: unknown }>): Promise<string> => {
    const { text, body } = await call;
    answers.push(text);
    return (body as { id?: string }).id ?? '';
  };
  const post = (path: string, form: object = {}): Promise<string> => done(merchant.post(path, form, mode));
  const patch = (path: string, form: object = {}): Promise<string> => done(merchant.patch(path, form, mode));
  const token = async (): Promise<string> => {
    const made = await merchant.token({}, mode);
    answers.push(JSON.stringify(made));
    return made.id;
  };
  const paid = async (form: object = {}): Promise<string> =>
    post('/charges', { amount: 100_000, currency: 'THB', card: await token(), ...form });
  const boost = (): Promise<string> =>
    post('/charges', {
      amount: 2000,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/',
      capture: false,
    });
  for (const action of ['', '/mark_as_paid', '/mark_as_failed', '/expire']) {
    const id = await boost();
    if (action) await post(`/charges/${id}${action}`);
  }
  await paid({ authentication: '3DS' });
  for (const action of ['capture', 'reverse'])
    await post(`/charges/${await paid({ capture: false })}/${action}`);
  await paid({ capture: false, authorization_type: 'pre_auth' });
  await post(`/charges/${await paid()}/refunds`, { amount: 100 });
  for (const end of ['', '/accept', '/close']) {
    const id = await post(`/charges/${await paid()}/disputes`);
    if (mode === 'test') await done(merchant.upload(`/disputes/${id}/documents`));
    if (end) await patch(`/disputes/${id}${end}`);
  }
  await post('/charges', { amount: 2000, currency: 'THB', 'source[type]': 'promptpay' });
  await post('/links', { amount: 2000, currency: 'THB', title: 'Once', description: 'first' });
  await post('/links', {
    amount: 2000,
    currency: 'MYR',
    title: 'Often',
    description: 'second',
    multiple: true,
  });
  for (const capture of [true, false]) await done(merchant.postSession({ auto_capture: capture }, mode));
  await post('/sources', { amount: 2000, currency: 'MYR', type: 'boost' });
  const recipient = await post('/recipients', RECIPIENT);
  if (mode === 'test') await patch(`/recipients/${recipient}/verify`);
  await post('/transfers', { amount: 3000, recipient });
  const customer = await post('/customers', { card: await token(), description: 'first' });
  await patch(`/customers/${customer}`, { card: await token() });
  const daily = {
    every: 1,
    period: 'day',
    end_date: inDays(30),
    'charge[customer]': customer,
    'charge[amount]': 2_000,
  };
  await post('/schedules', daily);
  await post('/schedules', {
    every: 2,
    period: 'day',
    end_date: inDays(30),
    'transfer[recipient]': recipient,
    'transfer[percentage_of_balance]': 50,
  });
  await token();
  for (const list of ['/events', '/transactions', '/refunds', '/charges'])
    await done(merchant.get(list, { limit: 5 }, mode));
  return answers;
}
