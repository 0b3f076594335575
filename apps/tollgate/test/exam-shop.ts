import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import request from 'supertest';
import type { SoakView } from '#control/soaks/soak.view.js';
import { useGateway } from './harness.js';
import { useReceiver, type Receiver, type ReceivedWebhook } from './receiver.js';
import { createSandbox, type Sandbox } from './sandbox.js';

type Event = ReceivedWebhook['event'];
type Answer = readonly [status: number, body?: object];
type Taken = Answer | undefined;
type Terms = Readonly<Record<string, unknown>>;

interface Order {
  status: string;
  count: number;
  readonly charges: string[];
}

interface Charge {
  readonly object: string;
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly refunded_amount: number;
  readonly metadata: { readonly order?: string };
}

/** How a shop differs from the default one, which passes every case. */
export interface Habits {
  /** Its charges are on cards that pay at once. */
  readonly byCard?: true;
  /** Further parameters of its charges. */
  readonly charge?: (order: string) => object;
  /** The answer of the checkout, which has created this charge. */
  readonly begun?: (charge: Charge, order: string) => object | undefined;
  /** `terms`: the body of the checkout. */
  readonly begin?: (shop: Shop, order: string, terms: Terms) => Promise<Answer>;
  readonly isSigned?: (webhook: ReceivedWebhook, secret: string) => boolean;
  /** `undefined`: 200. */
  readonly take?: (shop: Shop, event: Event) => Taken | Promise<Taken>;
  /** Called before an order is shown. */
  readonly show?: (shop: Shop, order: string) => unknown;
  /** The number of the order in the shop, and in its metadata. */
  readonly numberOf?: (order: string) => string;
}

/** A shop in this process. By default it does what the exam asks for. */
export class Shop {
  readonly orders = new Map<string, Order>();
  readonly exam: { readonly probe: string; readonly checkout: string };

  constructor(
    readonly sandbox: Sandbox,
    receiver: Receiver,
    readonly habits: Habits = {},
  ) {
    const url = (page: string): string => receiver.uri.replace(/hook$/, `${page}/{order}`);
    this.exam = { probe: url('orders'), checkout: url('begin') };
    receiver.answer((received, response) => void this.answer(received, response));
  }

  /** Creates a charge for the order. */
  async createCharge(number: string): Promise<{ readonly status: number; readonly charge: Charge }> {
    const { status, body } = await this.sandbox.post('/charges', {
      amount: 2000,
      currency: 'THB',
      ...(this.habits.byCard ? { card: await this.sandbox.token() } : { source: { type: 'promptpay' } }),
      metadata: { order: number },
      ...this.habits.charge?.(number),
    });
    return { status, charge: body as Charge };
  }

  order(number: string): Order {
    const order = this.orders.get(number) ?? { status: 'new', count: 0, charges: [] };
    this.orders.set(number, order);
    return order;
  }

  orderOf(charge: string): Order | undefined {
    return [...this.orders.values()].find(({ charges }) => charges.includes(charge));
  }

  /** Asks the API, and does what it says. */
  async update(id: string): Promise<void> {
    const { status, body } = await this.sandbox.get(`/charges/${id}`);
    if (status === 404) return;
    if (status !== 200) throw new Error(`status ${status}`);
    this.believe(body as Charge);
  }

  believe({ id, status, amount, refunded_amount: refunded, metadata }: Charge): void {
    const order = this.orderOf(id) ?? this.orders.get(metadata.order ?? '');
    if (!order) return;
    if (status === 'successful' && refunded >= amount) order.status = 'refunded';
    else if (status === 'successful' && order.status !== 'paid') {
      order.status = 'paid';
      order.count += 1;
    }
  }

  private async answer(received: ReceivedWebhook, response: ServerResponse): Promise<void> {
    const [status, body] = await this.answerTo(received).catch((): Answer => [500]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  }

  private async answerTo(received: ReceivedWebhook): Promise<Answer> {
    const [, page, number = ''] = /^\/(\w+)(?:\/([\w-]+))?/.exec(received.path) ?? [];
    if (page === 'begin') {
      const terms = (received.text === '' ? {} : JSON.parse(received.text)) as Terms;
      return (this.habits.begin ?? begin)(this, number, terms);
    }
    if (page === 'orders') {
      await this.habits.show?.(this, number);
      const { status, count } = this.order(number);
      return [200, { status, count }];
    }
    const { isSigned: check = isSigned, take } = this.habits;
    if (!check(received, this.sandbox.body.webhook_secret)) return [401];
    const { event } = received;
    if (take) return (await take(this, event)) ?? [200];
    const { object, id, charge } = event.data as unknown as { object: string; id: string; charge?: string };
    const about = object === 'charge' ? id : charge;
    if (about !== undefined) await this.update(about);
    return [200];
  }
}

async function begin(shop: Shop, asked: string): Promise<Answer> {
  const number = shop.habits.numberOf?.(asked) ?? asked;
  const { status, charge } = await shop.createCharge(number);
  if (status !== 200) return [500];
  shop.order(number).charges.push(charge.id);
  if (charge.status === 'successful') shop.believe(charge);
  return [200, shop.habits.begun ? shop.habits.begun(charge, number) : { charge: charge.id }];
}

/** As `examples/shop.mjs` does. */
export function isSigned({ headers, text }: ReceivedWebhook, secret: string): boolean {
  const { 'omise-signature': signatures = '', 'omise-signature-timestamp': timestamp = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const right = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${String(timestamp)}.${text}`);
  const expected = right.digest('hex');
  return String(signatures)
    .split(',')
    .some((one) => one.trim() === expected);
}

export interface JudgedCase {
  readonly name: string;
  readonly verdict: string | null;
  readonly findings: readonly { readonly text: string }[];
  readonly entries: readonly {
    readonly kind: string;
    readonly text: string;
    readonly request: { readonly line: string | null; readonly body: string | null } | null;
  }[];
}

/** The cases of an exam, by their names. */
export interface Examined {
  shop: Shop;
  verdicts: Record<string, string | null>;
  said: Record<string, string>;
  cases: Record<string, JudgedCase>;
}

export interface Soaked {
  readonly shop: Shop;
  readonly soak: SoakView;
}

/** Examines shops of this process, for the specs of the file that calls this. */
export function useExaminedShops(): {
  readonly receiver: Receiver;
  readonly examined: (habits: Habits, only: string, more?: object, settings?: object) => Promise<Examined>;
  readonly soaked: (habits: Habits, more?: object, settings?: object) => Promise<Soaked>;
} {
  const gateway = useGateway();
  const receiver = useReceiver();
  afterEach(() => receiver.answer((_, response) => void response.end('ok')));
  const examined = async (
    habits: Habits,
    only: string,
    more: object = {},
    settings: object = {},
  ): Promise<Examined> => {
    const sandbox = await createSandbox(gateway, settings);
    const shop = new Shop(sandbox, receiver, habits);
    const control = request(gateway.settings.controlUrl);
    const path = `/api/sandboxes/${sandbox.name}/exams`;
    const body = { receiver: receiver.uri, settle: '100ms', only, ...shop.exam, ...more };
    const { id } = (await control.post(path).send(body).expect(200)).body as { id: string };
    for (;;) {
      const exam = (await control.get(`${path}/${id}?wait=30s`).expect(200)).body as {
        status: string;
        cases: JudgedCase[];
      };
      if (exam.status !== 'ended') continue;
      const of = <T>(pick: (one: JudgedCase) => T): Record<string, T> =>
        Object.fromEntries(exam.cases.map((one) => [one.name, pick(one)]));
      return {
        shop,
        verdicts: of(({ verdict }) => verdict),
        said: of(({ findings }) => findings.map(({ text }) => text).join(' ')),
        cases: of((one) => one),
      };
    }
  };
  const soaked = async (habits: Habits, more: object = {}, settings: object = {}): Promise<Soaked> => {
    const sandbox = await createSandbox(gateway, settings);
    const shop = new Shop(sandbox, receiver, habits);
    const control = request(gateway.settings.controlUrl);
    const path = `/api/sandboxes/${sandbox.name}/soaks`;
    const body = { receiver: receiver.uri, settle: '100ms', seed: 7, orders: 20, ...shop.exam, ...more };
    const { id } = (await control.post(path).send(body).expect(200)).body as SoakView;
    for (;;) {
      const soak = (await control.get(`${path}/${id}?wait=30s`).expect(200)).body as SoakView;
      if (soak.status === 'ended') return { shop, soak };
    }
  };
  return { receiver, examined, soaked };
}
