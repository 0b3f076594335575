import { cardForm, CREATE_FORM, TOKEN_FORM } from './forms.js';
import { ask } from './http.js';
import type { Tollgate } from './tollgate.js';

interface Made {
  readonly id: string;
}

interface Sandbox {
  readonly name: string;
  readonly test: { readonly secret_key: string; readonly public_key: string };
}

/** A sandbox of its own, and the calls of its shop. */
export class Shop {
  private constructor(
    readonly tollgate: Tollgate,
    readonly sandbox: string,
    readonly secretKey: string,
    private readonly publicKey: string,
  ) {}

  /** `facts` are those of `POST /api/sandboxes`. */
  static async open(tollgate: Tollgate, facts: object = {}): Promise<Shop> {
    const { name, test } = await ask<Sandbox>('POST', `${tollgate.control}/api/sandboxes`, { sent: facts });
    return new Shop(tollgate, name, test.secret_key, test.public_key);
  }

  get<Reply>(path: string): Promise<Reply> {
    return ask('GET', `${this.tollgate.api}${path}`, { key: this.secretKey });
  }

  create(form = CREATE_FORM): Promise<Made> {
    return this.post('/charges', form);
  }

  act({ id }: Made, action: string): Promise<Made> {
    return this.post(`/charges/${id}/${action}`, '');
  }

  token(form = TOKEN_FORM): Promise<Made> {
    return ask('POST', `${this.tollgate.vault}/tokens`, { key: this.publicKey, sent: form });
  }

  charge({ id }: Made): Promise<Made> {
    return this.post('/charges', cardForm(id));
  }

  /** Calls the control API below `/api/sandboxes/{name}`. */
  control<Reply>(method: 'POST' | 'PATCH', path: string, sent: object): Promise<Reply> {
    return ask(method, `${this.tollgate.control}/api/sandboxes/${this.sandbox}${path}`, { sent });
  }

  private post(path: string, form: string): Promise<Made> {
    return ask('POST', `${this.tollgate.api}${path}`, { key: this.secretKey, sent: form });
  }
}
