import { objectOfId } from '#kernel/ids.js';
import { isObject } from '#kernel/values.js';
import { maskedStart } from '#platform/logging/masking.js';
import { EXIT, Failure } from '../failure.js';
import { LiveSide } from '../parity/live-side.js';
import type { ApiObject } from './api-object.js';
import { say } from '../output.js';

/** The objects that the API returns for a charge. */
export interface PulledCharge {
  readonly account: ApiObject;
  readonly charge: ApiObject;
  readonly customer: ApiObject | undefined;
  /** The default card of the customer, if the charge has another or none. */
  readonly defaultCard: ApiObject | undefined;
  readonly refunds: readonly ApiObject[];
  readonly transactions: readonly ApiObject[];
  /** Events of the charge, its refunds and its dispute, oldest first. */
  readonly events: readonly ApiObject[];
}

const PAGE = 100;
/** Pages of a list that are read, at most. */
const MAX_PAGES = 50;
const OK = 200;
/** Characters of an error that are shown. */
const MAX_MESSAGE = 200;

/** Reads a charge with a test key. Requests are made one at a time, and change nothing. */
export class OtherAccount {
  private readonly side: LiveSide;

  constructor(
    private readonly api: string,
    secretKey: string,
  ) {
    this.side = new LiveSide({ api, vault: '', publicKey: '', secretKey });
  }

  /** Throws a {@link Failure} if the account or the charge is not in test mode, or one of its objects is missing. */
  async pull(id: string): Promise<PulledCharge> {
    const account = await this.get('/account');
    if (account['livemode'] !== false)
      throw new Failure(`${this.api} does not say that the account is in test mode`, EXIT.forbidden);
    const charge = await this.get(`/charges/${id}`);
    if (charge['id'] !== id || charge['livemode'] !== false)
      throw new Failure(`${this.api} does not say that ${id} is a charge in test mode`, EXIT.forbidden);
    if (typeof charge['linked_account'] === 'string')
      throw new Failure(`${id} is paid by a linked account, which cannot be pulled`);
    const refunds = await this.list(`/charges/${id}/refunds`);
    const customer = await this.linked(charge, 'customer', '/customers');
    return {
      account,
      charge,
      customer,
      defaultCard: await this.defaultCardOf(customer, charge),
      refunds,
      transactions: await this.transactionsOf(charge, refunds),
      events: await this.eventsOf(charge, refunds),
    };
  }

  private async defaultCardOf(
    customer: ApiObject | undefined,
    { card }: ApiObject,
  ): Promise<ApiObject | undefined> {
    const id = customer?.['default_card'];
    if (!customer || typeof id !== 'string' || (isObject(card) && card['id'] === id)) return undefined;
    return this.get(`/customers/${idIn(customer)}/cards/${id}`);
  }

  /** The dispute has its transactions with it. */
  private async transactionsOf(charge: ApiObject, refunds: readonly ApiObject[]): Promise<ApiObject[]> {
    const found: ApiObject[] = [];
    for (const origin of [charge, ...refunds]) {
      const transaction = await this.linked(origin, 'transaction', '/transactions');
      if (transaction) found.push(transaction);
    }
    const { dispute } = charge;
    const disputed: unknown = isObject(dispute) ? dispute['transactions'] : [];
    return [...found, ...(Array.isArray(disputed) ? disputed.filter(isObject) : [])];
  }

  private async eventsOf(charge: ApiObject, refunds: readonly ApiObject[]): Promise<ApiObject[]> {
    const own = await this.list(`/charges/${idIn(charge)}/events`);
    const { dispute, created_at: createdAt } = charge;
    const others = new Set([...refunds, ...(isObject(dispute) ? [dispute] : [])].map(idIn));
    const later =
      others.size === 0
        ? []
        : await this.list('/events', { from: String(createdAt) }, ({ data }) => others.has(idIn(data)));
    return [...own, ...later].toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  }

  /** The object whose ID a field has, if it has one. */
  private async linked(object: ApiObject, field: string, path: string): Promise<ApiObject | undefined> {
    const id = object[field];
    if (id === null || id === undefined) return undefined;
    if (typeof id !== 'string' || objectOfId(id) !== field)
      throw new Failure(`${this.api} answered ${field} of ${idIn(object)} without an ID`);
    return this.get(`${path}/${id}`);
  }

  /** Objects of all pages, of those the ones that fit. */
  private async list(
    path: string,
    query: Readonly<Record<string, string>> = {},
    fits: (object: ApiObject) => boolean = () => true,
  ): Promise<ApiObject[]> {
    const found: ApiObject[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const search = new URLSearchParams({
        ...query,
        limit: String(PAGE),
        offset: String(page * PAGE),
        order: 'chronological',
      });
      const { data } = await this.get(`${path}?${search.toString()}`);
      if (!Array.isArray(data)) throw new Failure(`${this.api} answered ${path} without a list`);
      found.push(...data.filter(isObject).filter(fits));
      if (data.length < PAGE) return found;
    }
    say(`tollgate: ${path} has more than ${MAX_PAGES * PAGE} objects; later ones were left out`);
    return found;
  }

  private async get(path: string): Promise<ApiObject> {
    const request = `GET ${path}`;
    const { status, body } = await this.side.send({ name: path, request, row: '' });
    if (status === OK && isObject(body)) return body;
    const message =
      isObject(body) && typeof body['message'] === 'string'
        ? `: ${maskedStart(body['message'], MAX_MESSAGE)}`
        : '';
    const isForbidden = status === 401 || status === 403;
    throw new Failure(
      `${this.api} answered ${request} with ${status}${message}`,
      isForbidden ? EXIT.forbidden : EXIT.refused,
    );
  }
}

function idIn(object: unknown): string {
  const id = isObject(object) ? object['id'] : undefined;
  return typeof id === 'string' ? id : '';
}

function orderOf({ id, created_at: createdAt, created }: ApiObject): string {
  return `${String(createdAt ?? created)} ${String(id)}`;
}
