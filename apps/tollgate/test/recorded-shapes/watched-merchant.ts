import type request from 'supertest';
import type { SessionBody, TokenBody } from '../answers.js';
import type { Gateway } from '../harness.js';
import { Merchant, type Mode } from '../merchant.js';

export interface Answer {
  readonly object: string;
  readonly [field: string]: unknown;
}

/** A merchant that records every response. */
export class WatchedMerchant extends Merchant {
  readonly answers: Answer[] = [];

  /** Keeps the answer to a request of another kind, too. */
  watch(call: request.Test): request.Test {
    call.on('response', ({ body }: { body: Answer }) => this.answers.push(body));
    return call;
  }

  override post(path: string, form?: object, mode?: Mode): request.Test {
    return this.watch(super.post(path, form, mode));
  }

  override patch(path: string, form?: object, mode?: Mode): request.Test {
    return this.watch(super.patch(path, form, mode));
  }

  override get(path: string, query?: object, mode?: Mode): request.Test {
    return this.watch(super.get(path, query, mode));
  }

  override delete(path: string, mode?: Mode): request.Test {
    return this.watch(super.delete(path, mode));
  }

  override upload(path: string): request.Test {
    return this.watch(super.upload(path));
  }

  override async token(card?: object, mode?: Mode): Promise<TokenBody> {
    return this.keep(await super.token(card, mode));
  }

  override async walletToken(tokenization?: object, mode?: Mode): Promise<TokenBody> {
    return this.keep(await super.walletToken(tokenization, mode));
  }

  override async retrieveToken(id: string, mode?: Mode): Promise<TokenBody> {
    return this.keep(await super.retrieveToken(id, mode));
  }

  override async session(form?: object, mode?: Mode): Promise<SessionBody> {
    return this.keep(await super.session(form, mode));
  }

  override async retrieveSession(id: string, mode?: Mode): Promise<SessionBody> {
    return this.keep(await super.retrieveSession(id, mode));
  }

  private keep<T>(answer: T): T {
    this.answers.push(answer as unknown as Answer);
    return answer;
  }
}

export async function watchedAccount(
  gateway: Gateway,
  facts: Parameters<Gateway['account']>[0] = {},
): Promise<WatchedMerchant> {
  const { id } = await gateway.account(facts);
  return new WatchedMerchant(gateway.tollgate, gateway.settings, id);
}
