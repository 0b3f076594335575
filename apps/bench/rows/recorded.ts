import type { AccountKeys } from '../../rig/account.js';
import { until } from '../../rig/until.js';
import { cardForm, CREATE_FORM, TOKEN_FORM } from '../forms.js';
import { ask, basic } from '../http.js';
import type { Deployment } from '../deployment.js';
import type { Model } from './fill.js';
import { traceOfCharge, traceOfToken, type Trace } from './stored.js';

const DELIVERY_LIMIT_MS = 60_000;

/** What requests answered, and what they left, one after the other. */
export interface Recorded {
  readonly answers: Readonly<Record<'create' | 'settle' | 'token' | 'card', unknown>>;
  /** Before any worker has seen its deliveries. */
  readonly created: Trace;
  readonly settled: Trace;
  readonly token: Trace;
  readonly charged: Trace;
}

interface Made {
  readonly id: string;
}

/** Asks for everything that is measured once, and looks at what it leaves. No worker runs. */
export async function recordRequests(deployment: Deployment, account: AccountKeys): Promise<Recorded> {
  const { postgres, database } = deployment;
  const shop = new Shop(deployment, account);
  const create = await shop.create();
  const created = await traceOfCharge(postgres, database, create.id);
  const settle = await shop.act(create, 'mark_as_paid');
  const settled = await traceOfCharge(postgres, database, create.id);
  const token = await shop.token();
  const unused = await traceOfToken(postgres, database, token.id);
  const card = await shop.charge(token);
  const charged = await traceOfCharge(postgres, database, card.id);
  return { answers: { create, settle, token, card }, created, settled, token: unused, charged };
}

/**
 * What real use leaves: most charges are paid, some on cards, and some fail or run out; all have told their merchant. What still waits
 * for its customer is little, and is what the load itself makes. A worker must run.
 */
export async function modelsOf(deployment: Deployment, account: AccountKeys): Promise<Model[]> {
  const { postgres, database } = deployment;
  const shop = new Shop(deployment, account);
  const endings = [
    { percent: 55, id: (await shop.act(await shop.create(), 'mark_as_paid')).id },
    { percent: 20, id: (await shop.charge(await shop.token())).id },
    { percent: 10, id: (await shop.act(await shop.create(), 'mark_as_failed')).id },
    { percent: 15, id: (await shop.act(await shop.create(), 'expire')).id },
  ];
  const countPending = `SELECT count(*)::int AS pending FROM webhook_delivery WHERE status = 'pending'`;
  await until(
    async () => (await postgres.query<{ pending: number }>(database, countPending))[0]?.pending === 0,
    `The deliveries of ${database} do not arrive`,
    DELIVERY_LIMIT_MS,
  );
  return Promise.all(endings.map(async ({ percent, id }) => ({ percent, trace: await traceOfCharge(postgres, database, id) })));
}

/** Asks the first API and vault for things. */
class Shop {
  private readonly api: string;
  private readonly vault: string;

  constructor(
    deployment: Deployment,
    private readonly account: AccountKeys,
  ) {
    this.api = deployment.urls('api')[0] ?? '';
    this.vault = deployment.urls('vault')[0] ?? '';
  }

  create(): Promise<Made> {
    return this.post(`${this.api}/charges`, CREATE_FORM);
  }

  token(): Promise<Made> {
    return ask('POST', `${this.vault}/tokens`, { authorization: basic(this.account.publicKey), form: TOKEN_FORM });
  }

  charge({ id }: Made): Promise<Made> {
    return this.post(`${this.api}/charges`, cardForm(id));
  }

  act({ id }: Made, action: string): Promise<Made> {
    return this.post(`${this.api}/charges/${id}/${action}`, '');
  }

  private post(url: string, form: string): Promise<Made> {
    return ask('POST', url, { authorization: basic(this.account.secretKey), form });
  }
}
