import { Injectable } from '@nestjs/common';
import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { fail, failNotFound } from '#kernel/errors.js';
import type { Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { jsonRows, type JsonValues } from '#platform/database/json-rows.js';
import { RowLoader, tenantsRowsSql } from '#platform/database/row-loader.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import type { Card } from '../cards/rules/card.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { toCard } from '../cards/card.row.js';
import type { Token } from './rules/token.js';
import { tokenView, type LoadedToken, type TokenView } from './token.view.js';

const ROWS = { token: jsonRows('Token'), card: jsonRows('Card') };
/** `OFFSET 0` forces a lookup by id. */
const JOINS = Prisma.sql`CROSS JOIN LATERAL (SELECT * FROM card WHERE card.id = token.card_id OFFSET 0) card
  LEFT JOIN LATERAL (SELECT status FROM charge WHERE charge.id = token.charge_id OFFSET 0) charge ON true`;

interface StoredToken {
  readonly token: JsonValues;
  readonly card: JsonValues;
  readonly charge_status: ChargeStatus | null;
}

@Injectable()
export class TokenReader {
  private readonly rows: RowLoader<LoadedToken>;

  constructor(
    database: Database,
    metrics: Metrics,
    private readonly directory: AccountDirectory,
  ) {
    this.rows = new RowLoader(
      'token',
      metrics,
      async ({ OR: wanted }) => {
        const stored = await database.readJson<StoredToken>(Prisma.sql`
          SELECT ${ROWS.token.sql} AS token, ${ROWS.card.sql} AS card, charge.status AS charge_status
          FROM (${tenantsRowsSql('token', wanted)}) token ${JOINS}`);
        return stored.map(toLoadedToken);
      },
      ({ token }) => token,
    );
  }

  /** An unused token and its card. Throws `not_found` and `used_token`. */
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
    // A card number that was sent as the id of a token must not reach the database (docs/fidelity.md T9).
    if (holdsCardNumber(id)) return failNotFound('token', id);
    return (await this.rows.find(tenant, id)) ?? failNotFound('token', id);
  }
}

function toLoadedToken({ token, card, charge_status: chargeStatus }: StoredToken): LoadedToken {
  return { token: ROWS.token.read(token), card: toCard(ROWS.card.read(card)), chargeStatus };
}
