import request from 'supertest';
import type { Gateway } from './harness.js';
import { GOOD_CARD, type TestKeys } from './merchant.js';

export interface SandboxBody {
  readonly name: string;
  readonly test: { readonly public_key: string; readonly secret_key: string };
  readonly live: { readonly public_key: string; readonly secret_key: string };
  readonly webhook_secret: string;
  readonly ttl: string | null;
  readonly expires_at: string | null;
  readonly env: string;
  readonly [field: string]: unknown;
}

/** A sandbox, and requests made with its secret test key. */
export class Sandbox {
  constructor(
    readonly gateway: Gateway,
    readonly body: SandboxBody,
  ) {}

  get name(): string {
    return this.body.name;
  }

  get secretKey(): string {
    return this.body.test.secret_key;
  }

  get keys(): TestKeys {
    const { public_key: publicKey, secret_key: secretKey } = this.body.test;
    return { publicKey, secretKey };
  }

  /** `at` may be another process on the same database. */
  get(path: string, at = this.gateway): request.Test {
    return request(at.settings.baseUrl).get(path).auth(this.secretKey, '');
  }

  post(path: string, form: object = {}, at = this.gateway): request.Test {
    return request(at.settings.baseUrl).post(path).auth(this.secretKey, '').send(form);
  }

  patch(path: string, form: object = {}): request.Test {
    return request(this.gateway.settings.baseUrl).patch(path).auth(this.secretKey, '').send(form);
  }

  /** True if its keys are accepted. */
  async isOpen(at = this.gateway): Promise<boolean> {
    return (await this.get('/account', at)).status === 200;
  }

  /** A pending charge. */
  async charge(
    form: object = {},
    at = this.gateway,
  ): Promise<{ readonly id: string; readonly authorize_uri: string; readonly [field: string]: unknown }> {
    const boost = {
      amount: 2000,
      currency: 'MYR',
      source: { type: 'boost' },
      return_uri: 'https://shop.example/return',
    };
    const { status, body } = await this.post('/charges', { ...boost, ...form }, at);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as { id: string; authorize_uri: string };
  }

  /** A charge on a new token of a card that pays. */
  async cardCharge(form: object = {}): Promise<{ readonly id: string; readonly [field: string]: unknown }> {
    return succeeded(
      this.post('/charges', { amount: 100_000, currency: 'THB', card: await this.token(), ...form }),
    );
  }

  /** The id of a new token, by default of a card that pays. */
  async token(card: object = {}): Promise<string> {
    const vault = request(this.gateway.settings.vaultUrl).post('/tokens').auth(this.body.test.public_key, '');
    return (await succeeded<{ id: string }>(vault.send({ card: { ...GOOD_CARD, ...card } }))).id;
  }

  async total(list: string, at = this.gateway): Promise<number> {
    return ((await this.get(list, at)).body as { total: number }).total;
  }

  reset(): Promise<SandboxBody> {
    return succeeded(control(this.gateway).post(`/api/sandboxes/${this.name}/reset`));
  }

  delete(): Promise<unknown> {
    return succeeded(control(this.gateway).delete(`/api/sandboxes/${this.name}`));
  }

  /** The id of its account in the present epoch. */
  async accountId(): Promise<string> {
    return (await this.gateway.database.sandbox.findUniqueOrThrow({ where: { name: this.name } })).accountId;
  }
}

/** The control host of a gateway that demands no token. */
export function control(gateway: Gateway): ReturnType<typeof request> {
  return request(gateway.settings.controlUrl);
}

export async function createSandbox(gateway: Gateway, form: object = {}): Promise<Sandbox> {
  return new Sandbox(
    gateway,
    await succeeded<SandboxBody>(control(gateway).post('/api/sandboxes').send(form)),
  );
}

async function succeeded<T>(call: request.Test): Promise<T> {
  const { body, status } = await call;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as T;
}
