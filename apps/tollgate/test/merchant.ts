import request from 'supertest';
import { DAY_MS } from '#kernel/time.js';
import type { Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { JobRunner } from '#platform/jobs/job-runner.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Tollgate } from '../tollgate.js';
import type {
  ChargeBody,
  CustomerBody,
  LinkBody,
  LinkedAccountBody,
  SessionBody,
  TokenBody,
} from './answers.js';

export type Mode = 'test' | 'live';

/** First bytes of a PNG image. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** The parameters of a card that pays. */
export const GOOD_CARD = {
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
  name: 'Somchai Example',
  security_code: '123',
  city: 'Bangkok',
  postal_code: '10320',
};

/** The parameters of a checkout session. */
export const ORDER = {
  amount: 100_000,
  currency: 'THB',
  payment_methods: ['card', 'promptpay'],
  redirect_urls: { complete_url: 'https://shop.example/complete', cancel_url: 'https://shop.example/cancel' },
};

export interface TestKeys {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** A merchant's keys, and requests made with them. */
export class Merchant {
  constructor(
    private readonly tollgate: Tollgate,
    private readonly settings: Settings,
    readonly id: string,
  ) {}

  key(kind: 'public' | 'secret', mode: Mode = 'test'): string {
    return `${kind === 'public' ? 'pkey' : 'skey'}_${mode === 'test' ? 'test_' : ''}${this.id}`;
  }

  get keys(): TestKeys {
    return { publicKey: this.key('public'), secretKey: this.key('secret') };
  }

  /** A form with brackets, as curl and most clients send it, with the secret test key. */
  post(path: string, form: object = {}, mode: Mode = 'test'): request.Test {
    return request(this.settings.plainUrls.api)
      .post(path)
      .auth(this.key('secret', mode), '')
      .type('form')
      .send(form);
  }

  patch(path: string, form: object = {}, mode: Mode = 'test'): request.Test {
    return request(this.settings.plainUrls.api)
      .patch(path)
      .auth(this.key('secret', mode), '')
      .type('form')
      .send(form);
  }

  get(path: string, query: object = {}, mode: Mode = 'test'): request.Test {
    return request(this.settings.plainUrls.api).get(path).auth(this.key('secret', mode), '').query(query);
  }

  delete(path: string, mode: Mode = 'test'): request.Test {
    return request(this.settings.plainUrls.api).delete(path).auth(this.key('secret', mode), '');
  }

  /** Adds a document to a dispute, by default a small picture. */
  upload(path: string, content = PNG, name = 'photo.png'): request.Test {
    return request(this.settings.plainUrls.api)
      .post(path)
      .auth(this.key('secret'), '')
      .attach('file', content, name);
  }

  /** Requests a token, by default of a card that pays; `card` overrides its fields. */
  postToken(card: object = {}, mode: Mode = 'test'): request.Test {
    const form = Object.fromEntries(
      Object.entries({ ...GOOD_CARD, ...card }).map(([name, value]) => [`card[${name}]`, value as unknown]),
    );
    return request(this.settings.plainUrls.vault)
      .post('/tokens')
      .auth(this.key('public', mode), '')
      .type('form')
      .send(form);
  }

  /** A token, by default of a card that pays; `card` overrides its fields. */
  token(card: object = {}, mode: Mode = 'test'): Promise<TokenBody> {
    return succeeded(this.postToken(card, mode));
  }

  /** A token of a card in a wallet, by default in that of Google. */
  async walletToken(tokenization: object = {}, mode: Mode = 'test'): Promise<TokenBody> {
    const wallet = { tokenization: { method: 'googlepay', data: '{"signature":"MEQ"}', ...tokenization } };
    return succeeded(
      request(this.settings.plainUrls.vault).post('/tokens').auth(this.key('public', mode), '').send(wallet),
    );
  }

  async retrieveToken(id: string, mode: Mode = 'test'): Promise<TokenBody> {
    const { body } = await request(this.settings.plainUrls.vault)
      .get(`/tokens/${id}`)
      .auth(this.key('public', mode), '');
    return body as TokenBody;
  }

  /**
   * A charge on a card: on a new token of `card` unless the form names one. An empty `card` in the form names
   * none.
   */
  async cardCharge(
    form: { card?: string; [field: string]: unknown } = {},
    card: object = {},
    mode: Mode = 'test',
  ): Promise<ChargeBody> {
    const paidWith = form.card ?? (await this.token(card, mode)).id;
    return succeeded(
      this.post('/charges', { amount: 100_000, currency: 'THB', ...form, card: paidWith }, mode),
    );
  }

  /** A pending charge, by default one of boost. */
  charge(form: object = {}, mode: Mode = 'test'): Promise<ChargeBody> {
    const boost = {
      amount: 2000,
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/return',
    };
    return succeeded(this.post('/charges', { ...boost, ...form }, mode));
  }

  kbankCharge(form: object = {}, mode: Mode = 'test'): Promise<ChargeBody> {
    return this.charge(
      {
        currency: 'THB',
        'source[type]': 'mobile_banking_kbank',
        return_uri: 'https://shop.example/return',
        ...form,
      },
      mode,
    );
  }

  /** A customer, with a card where a token is named. */
  customer(form: object = {}, mode: Mode = 'test'): Promise<CustomerBody> {
    return succeeded(this.post('/customers', form, mode));
  }

  /** A bank account whose owner has yet to register it. */
  linkedAccount(form: object = {}, mode: Mode = 'test'): Promise<LinkedAccountBody> {
    const scb = { type: 'direct_debit_scb', return_uri: 'https://shop.example/linked' };
    return succeeded(this.post('/linked_accounts', { ...scb, ...form }, mode));
  }

  /** A bank account that is registered, and is no customer's yet. */
  async registeredAccount(form: object = {}): Promise<LinkedAccountBody> {
    const { id } = await this.linkedAccount(form);
    return succeeded(this.post(`/linked_accounts/${id}/mark_as_registered`));
  }

  /** A recipient, payable once verified. */
  recipient(
    form: object = {},
    mode: Mode = 'test',
  ): Promise<{ readonly id: string; readonly [field: string]: unknown }> {
    const account = {
      'bank_account[brand]': 'scb',
      'bank_account[number]': '1234567890',
      'bank_account[name]': 'Somchai Prasert',
    };
    return succeeded(this.post('/recipients', { name: 'Somchai Prasert', ...account, ...form }, mode));
  }

  /** Money on its way to the default recipient. Live money is transferable after eight days. */
  async transfer(
    form: object = {},
    mode: Mode = 'test',
  ): Promise<{ readonly id: string; readonly [field: string]: unknown }> {
    await this.cardCharge({ amount: 500_000 }, {}, mode);
    if (mode === 'live') await this.advance(8 * DAY_MS);
    return succeeded(this.post('/transfers', { amount: 100_000, ...form }, mode));
  }

  /** A link that is paid once, unless the form says otherwise. */
  link(form: object = {}, mode: Mode = 'test'): Promise<LinkBody> {
    const order = { amount: 100_000, currency: 'THB', title: 'Order-384', description: 'New Product' };
    return succeeded(this.post('/links', { ...order, ...form }, mode));
  }

  /** Another merchant's consent that this one acts for them. */
  chain(): Promise<{ readonly id: string }> {
    return succeeded(this.post('/chains', { email: 'seller@shop.example' }));
  }

  /** Asks for a checkout session as shop plugins do: with JSON, at the host of the page. */
  postSession(form: object = {}, mode: Mode = 'test'): request.Test {
    return request(this.settings.plainUrls.pay)
      .post('/api/sessions')
      .auth(this.key('secret', mode), '')
      .send({ ...ORDER, ...form });
  }

  /** A checkout session that can be paid by card or with PromptPay, unless the form says otherwise. */
  session(form: object = {}, mode: Mode = 'test'): Promise<SessionBody> {
    return succeeded(this.postSession(form, mode));
  }

  async retrieveSession(id: string, mode: Mode = 'test'): Promise<SessionBody> {
    return succeeded(
      request(this.settings.plainUrls.pay).get(`/api/sessions/${id}`).auth(this.key('secret', mode), ''),
    );
  }

  async retrieve(chargeId: string): Promise<ChargeBody> {
    return (await this.get(`/charges/${chargeId}`)).body as ChargeBody;
  }

  /** The keys of a charge's events, oldest first. */
  async eventKeys(chargeId: string): Promise<string[]> {
    const { body } = await this.get(`/charges/${chargeId}/events`, { limit: 100 });
    return (body as { data: { key: string }[] }).data.map((event) => event.key);
  }

  /** Advances the account's clock, and runs the worker's sweeps. */
  async advance(ms: number): Promise<void> {
    const { api, vault, pay, worker } = this.tollgate;
    await api
      .get(Database)
      .account.update({ where: { id: this.id }, data: { clockOffsetMs: { increment: ms } } });
    for (const app of [api, vault, pay, worker]) app.get(AccountDirectory, { strict: false }).forget(this.id);
    await worker.get(JobRunner).sweep();
  }

  /** Advances the account's clock to noon, so that the day of payment lasts for the rest of the spec. */
  async advanceToNoon(): Promise<void> {
    await this.advance(1.5 * DAY_MS - ((await this.now()) % DAY_MS));
  }

  /** The date so many days from now, in the account's time. */
  async dateIn(days: number): Promise<string> {
    return new Date((await this.now()) + days * DAY_MS).toISOString().slice(0, 10);
  }

  private async now(): Promise<number> {
    const { clockOffsetMs } = await this.tollgate.api
      .get(Database)
      .account.findUniqueOrThrow({ where: { id: this.id } });
    return Date.now() + Number(clockOffsetMs);
  }
}

/** The body of a response that must have status 200. */
async function succeeded<T>(call: request.Test): Promise<T> {
  const { body, status } = await call;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as T;
}
