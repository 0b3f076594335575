import { Injectable } from '@nestjs/common';
import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { fail, failNotFound } from '#kernel/errors.js';
import type { Tenant } from '#kernel/scope.js';
import { Resources } from '#engine/resources/resources.js';
import type { Card } from '../cards/rules/card.js';
import type { Token } from './rules/token.js';
import { type LoadedToken, type TokenView } from './token.view.js';
import { TOKEN } from './token.resource.js';

@Injectable()
export class TokenReader {
  constructor(private readonly resources: Resources) {}

  /** An unused token and its card. Throws `not_found` and `used_token`. */
  async load(tenant: Tenant, id: string): Promise<{ token: Token; card: Card }> {
    const { token, card } = await this.find(tenant, id);
    return token.usedAt === null ? { token, card } : fail('used_token');
  }

  /** Throws `not_found`. */
  async view(tenant: Tenant, id: string): Promise<TokenView> {
    return this.resources.show(TOKEN, tenant, await this.find(tenant, id));
  }

  private find(tenant: Tenant, id: string): Promise<LoadedToken> {
    // A card number that was sent as the id of a token must not reach the database (docs/fidelity.md T9).
    return holdsCardNumber(id) ? failNotFound('token', id) : this.resources.load(TOKEN, tenant, id);
  }
}
