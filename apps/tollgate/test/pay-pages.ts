import request from 'supertest';
import type { Sandbox } from './sandbox.js';

/** Pages of a sandbox where a customer pays. */
export class PayPages {
  readonly shop: string;

  constructor(private readonly sandbox: Sandbox) {
    this.shop = `${sandbox.gateway.settings.payUrl}/shop?order=1042`;
  }

  /** A pending charge of THB 670.00 on a mobile banking app. */
  charge(): Promise<{ readonly id: string; readonly authorize_uri: string }> {
    const source = { type: 'mobile_banking_kbank' };
    return this.sandbox.charge({ amount: 67_000, currency: 'THB', source, return_uri: this.shop });
  }

  async secured(): Promise<string> {
    return (await this.sandbox.cardCharge({ authentication: '3DS', return_uri: this.shop }))[
      'authorize_uri'
    ] as string;
  }

  /** The page of a link over THB 2,500.00. */
  link(mode: 'test' | 'live' = 'test'): Promise<string> {
    const order = { amount: 250_000, currency: 'THB', title: 'Order 1044', description: 'Tea' };
    return this.post(`${this.sandbox.gateway.settings.baseUrl}/links`, order, 'payment_uri', mode);
  }

  session(): Promise<string> {
    const order = {
      amount: 59_000,
      currency: 'THB',
      payment_methods: ['card', 'promptpay', 'truemoney'],
      order_id: '1045',
    };
    const redirect_urls = { complete_url: this.shop, cancel_url: this.shop };
    return this.post(
      `${this.sandbox.gateway.settings.payUrl}/api/sessions`,
      { ...order, redirect_urls },
      'redirect_url',
    );
  }

  /** The page where the owner of a bank account registers it. */
  linkedAccount(): Promise<string> {
    const account = { type: 'direct_debit_scb', return_uri: this.shop };
    return this.post(`${this.sandbox.gateway.settings.baseUrl}/linked_accounts`, account, 'registration_uri');
  }

  /** Returns a field of the created object. */
  private async post(
    url: string,
    form: object,
    field: string,
    mode: 'test' | 'live' = 'test',
  ): Promise<string> {
    const { pathname, origin } = new URL(url);
    const { status, body } = await request(origin)
      .post(pathname)
      .auth(this.sandbox.body[mode].secret_key, '')
      .send(form);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as Record<string, string>)[field] ?? '';
  }
}
