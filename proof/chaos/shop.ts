import type { Call } from './history.js';
import { answerOf, outcomeOf } from './history.js';
import type { Merchant } from './merchants.js';
import type { Random } from './random.js';

/** Recent objects per kind: few, so that clients act on the same ones. */
const IN_VIEW = 10;

export interface KnownCharge {
  readonly id: string;
  readonly amount: number;
  /** The path of its payment page. */
  readonly page: string | undefined;
}

export interface KnownSource {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly currency: string;
}

export interface KnownLink {
  readonly id: string;
  /** The path of its page. */
  readonly page: string;
}

/** Recent objects of a merchant, shared by its clients. */
export class Shop {
  constructor(
    readonly merchant: Merchant,
    readonly charges: KnownCharge[] = [],
    readonly sources: KnownSource[] = [],
    readonly tokens: string[] = [],
    readonly disputes: string[] = [],
    readonly links: KnownLink[] = [],
  ) {}

  /** One chosen object of each kind. */
  closeUp(random: Random): Shop {
    const one = <T>(list: readonly T[]): T[] => (list.length > 0 ? [random.pick(list)] : []);
    return new Shop(
      this.merchant,
      one(this.charges),
      one(this.sources),
      one(this.tokens),
      one(this.disputes),
      one(this.links),
    );
  }

  learn(call: Call): void {
    if (outcomeOf(call) !== 'done') return;
    const answer = answerOf(call);
    const id = String(answer['id']);
    if (call.kind === 'charge')
      keep(this.charges, { id, amount: Number(answer['amount']), page: pageOf(answer['authorize_uri']) });
    if (call.kind === 'source')
      keep(this.sources, {
        id,
        type: String(answer['type']),
        amount: Number(answer['amount']),
        currency: String(answer['currency']),
      });
    if (call.kind === 'token') keep(this.tokens, id);
    if (call.kind === 'dispute') keep(this.disputes, id);
    if (call.kind === 'link') keep(this.links, { id, page: new URL(String(answer['payment_uri'])).pathname });
  }
}

function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > IN_VIEW) list.shift();
}

function pageOf(authorizeUri: unknown): string | undefined {
  return typeof authorizeUri === 'string' ? new URL(authorizeUri).pathname : undefined;
}
