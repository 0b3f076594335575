import request from 'supertest';
import { DAY_MS } from '#kernel/time.js';
import { DOCUMENT } from '../../../proof/contract/contract.js';
import { useGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
let owner: Sandbox;
let stranger: Sandbox;
/** An id of each kind of the owner's objects. */
let ids: string[];
let rows: unknown[];

/** A merchant with the keys of a sandbox. */
class SandboxMerchant extends Merchant {
  constructor(private readonly sandbox: Sandbox) {
    super(gateway.tollgate, gateway.settings, sandbox.name);
  }

  override key(kind: 'public' | 'secret', mode: 'test' | 'live' = 'test'): string {
    const { public_key: publicKey, secret_key: secretKey } = this.sandbox.body[mode];
    return kind === 'public' ? publicKey : secretKey;
  }

  override async advance(ms: number): Promise<void> {
    const path = `/api/sandboxes/${this.sandbox.name}/clock/advance`;
    await control(gateway)
      .post(path)
      .send({ by: `${ms / DAY_MS}d` })
      .expect(200);
  }
}

/** Prefixes of all kinds of ids. */
const PREFIXES = [
  'acch',
  'card',
  'chrg',
  'cust',
  'docu',
  'dspt',
  'evnt',
  'link',
  'lnac',
  'occu',
  'recp',
  'rfnd',
  'schd',
  'sess',
  'src',
  'tokn',
  'trsf',
  'trxn',
];
const IDS = new RegExp(`"((?:${PREFIXES.join('|')})_test_\\w+)"`, 'g');

/** Every text in a response that looks like an id. */
function idsIn(answer: unknown): string[] {
  return [...JSON.stringify(answer).matchAll(IDS)].map(([, id]) => id ?? '');
}

/** Makes an object of each kind, with a marker that nothing else has, and answers an id of each. */
async function makeOneOfEach(sandbox: Sandbox): Promise<string[]> {
  const merchant = new SandboxMerchant(sandbox);
  const token = await merchant.token();
  const customer = await merchant.customer({ description: MARK, card: (await merchant.token()).id });
  const charge = await merchant.charge({ description: MARK });
  const paid = await merchant.cardCharge({ description: MARK });
  const refunded = await merchant.cardCharge({ description: MARK, amount: 100_000 });
  const refund = (await merchant.post(`/charges/${refunded.id}/refunds`, { amount: 10_000 })).body as object;
  const dispute = (await merchant.post(`/charges/${paid.id}/disputes`)).body as { id: string };
  const document = (await merchant.upload(`/disputes/${dispute.id}/documents`)).body as object;
  const linked = await merchant.linkedAccount();
  const daily = { ...DAILY, 'charge[customer]': customer.id, 'charge[amount]': 2_000 };
  const schedule = (await merchant.post('/schedules', daily).expect(200)).body as object;
  const others = [
    await merchant.link(),
    await merchant.chain(),
    await merchant.recipient(),
    await merchant.session(),
    schedule,
  ];
  others.push(await merchant.transfer());
  const lists = await Promise.all(
    ['/events', '/transactions'].map(async (path) => (await merchant.get(path)).body as object),
  );
  const all = [
    token,
    customer,
    charge,
    paid,
    refunded,
    refund,
    dispute,
    document,
    linked,
    ...others,
    ...lists,
  ];
  const found = [...new Set(all.flatMap(idsIn))];
  return PREFIXES.flatMap((prefix) => found.find((id) => id.startsWith(`${prefix}_`)) ?? []);
}

/** Number of concurrent requests: enough to use Tollgate and its database fully. */
const AT_ONCE = 8;

/** Acts on all of them, several at once. */
async function atOnce<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const DAILY = {
  every: 1,
  period: 'day',
  end_date: new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10),
};
const MARK = 'of the owner alone';

beforeAll(async () => {
  owner = await createSandbox(gateway);
  stranger = await createSandbox(gateway);
  ids = await makeOneOfEach(owner);
  rows = await rowsOfOwner();
});

/** The rows of the owner's charges and customers. */
async function rowsOfOwner(): Promise<unknown[]> {
  const which = { where: { accountId: await owner.accountId() }, orderBy: { id: 'asc' } } as const;
  return Promise.all([gateway.database.charge.findMany(which), gateway.database.customer.findMany(which)]);
}

interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

/** Every operation of the document that wants a key, at the host that serves it. */
const KEYED = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) => {
  const { servers, ...verbs } = operations as unknown as Record<string, Operation> & {
    servers?: readonly { url: string }[];
  };
  return Object.entries(verbs)
    .filter(([, { security }]) => security.length > 0)
    .map(([verb, { security }]) => ({
      verb,
      path,
      isVault: servers?.[0]?.url === '{vault_url}',
      wants: Object.keys(security[0] ?? {})[0],
    }));
});

it('the owner has an object of each kind', () => {
  const kinds = new Set(ids.map((id) => id.split('_')[0]));
  expect([...kinds].sort()).toEqual(PREFIXES);
});

describe('another sandbox’s key', () => {
  it.each(KEYED)(
    'reads and changes nothing of the owner by $verb $path',
    async ({ verb, path, isVault, wants }) => {
      const { public_key: publicKey, secret_key: secretKey } = stranger.body.test;
      const url = isVault ? gateway.settings.vaultUrl : gateway.settings.baseUrl;
      // Currencies belong to no sandbox.
      const isNamed = path.includes('{') && !path.startsWith('/forex/');
      await atOnce(isNamed ? ids : [''], async (id) => {
        const call = request(url)[verb as 'get' | 'post' | 'patch' | 'delete'](
          path.replaceAll(/\{\w+\}/g, id),
        );
        const { status, text } = await call.auth(wants === 'publicKey' ? publicKey : secretKey, '');
        if (isNamed) expect([id, status]).toEqual([id, 404]);
        expect(ids.filter((other) => other !== id && text.includes(other))).toEqual([]);
        expect(text).not.toContain(MARK);
      });
      expect(await rowsOfOwner()).toEqual(rows);
    },
  );

  it('cannot use the owner’s objects', async () => {
    const charge = { amount: 2000, currency: 'THB', return_uri: 'https://a.example' };
    const uses = ids.flatMap(
      (id) =>
        [
          ...[
            { source: id },
            { card: id },
            { customer: id },
            { linked_account: id },
            { customer: id, card: id },
          ].map((form) => ['/charges', { ...charge, ...form }] as const),
          ['/transfers', { amount: 3_000, recipient: id }],
          ['/schedules', { ...DAILY, 'transfer[recipient]': id, 'transfer[amount]': 3_000 }],
          ['/schedules', { ...DAILY, 'charge[customer]': id, 'charge[amount]': 2_000 }],
        ] as const,
    );
    await atOnce(uses, async ([path, form]) => {
      const { status } = await stranger.post(path, form);
      expect([path, form, status >= 400 && status < 500]).toEqual([path, form, true]);
    });
    for (const path of ['/charges', '/transfers', '/schedules']) expect(await stranger.total(path)).toBe(0);
    expect(await rowsOfOwner()).toEqual(rows);
  });
});
