import { Injectable } from '@nestjs/common';
import type { Card } from '#domain/cards/card.js';
import { holdsCardNumber } from '#domain/cards/card-numbers-in-text.js';
import type { ChargeStatus } from '#domain/charges/charge.js';
import { fail, failNotFound } from '#domain/errors.js';
import type { Tenant } from '#domain/scope.js';
import type { Token } from '#domain/tokens/token.js';
import { Database } from '#platform/database/database.js';
import type { Prisma } from '#platform/database/generated/client.js';
import { RowLoader } from '#platform/database/row-loader.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { toCard } from '../cards/card.row.js';
import { toToken } from './token.row.js';
import { tokenView, type LoadedToken, type TokenView } from './token.view.js';

const PARTS = { card: true, charge: { select: { status: true } } } satisfies Prisma.TokenInclude;
type StoredToken = Prisma.TokenGetPayload<{ include: typeof PARTS }>;

/** Finds tokens: for the vault that shows them, and for what uses them. */
@Injectable()
export class TokenReader {
  private readonly rows: RowLoader<StoredToken>;

  constructor(
    database: Database,
    metrics: Metrics,
    private readonly directory: AccountDirectory,
  ) {
    this.rows = new RowLoader(
      'token',
      metrics,
      (where) => database.token.findMany({ where, include: PARTS }),
      (token) => token,
    );
  }

  /** A token that can still be used, and its card. Throws `not_found` and `used_token`. */
  async load(tenant: Tenant, id: string): Promise<{ token: Token; card: Card }> {
    const { token, card } = await this.find(tenant, id);
    return token.usedAt === null ? { token, card } : fail('used_token');
  }

  /** Throws `not_found`. */
  async view(tenant: Tenant, id: string): Promise<TokenView> {
    const { vaultUrl } = await this.directory.get(tenant.accountId);
    return tokenView(await this.find(tenant, id), vaultUrl);
  }

  private async find(tenant: Tenant, id: string): Promise<LoadedToken> {
    // A card number that was sent in a token's place goes no further than this, not even into a query (docs/fidelity.md T9).
    if (holdsCardNumber(id)) return failNotFound('token', id);
    const stored = await this.rows.find(tenant, id);
    if (!stored) return failNotFound('token', id);
    const { card, charge, ...token } = stored;
    return { token: toToken(token), card: toCard(card), chargeStatus: charge && (charge.status as ChargeStatus) };
  }
}
