import { Injectable } from '@nestjs/common';
import { throwProblems } from '#kernel/errors.js';
import type { Scope } from '#kernel/scope.js';
import type { Chain } from '#platform/database/generated/client.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toRow } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import { CHAIN } from './chain.resource.js';
import { chainView, type ChainView } from './chain.view.js';

@Injectable()
export class ChainsService {
  constructor(
    private readonly resources: Resources,
    private readonly writes: OptimisticWrite,
  ) {}

  create({ accountId, livemode }: Scope, email = ''): Promise<ChainView> {
    throwProblems('bad_request', email.trim() === '' ? ["email can't be blank"] : []);
    return this.writes.write({ accountId, livemode }, (now) => {
      const chain: Chain = {
        id: newId('chain', livemode),
        accountId,
        livemode,
        version: 0,
        email,
        createdAt: now,
        revokedAt: null,
      };
      return { insert: { chain: [toRow('chain', chain)] }, answer: chainView(chain) };
    });
  }

  /** Revokes the chain. A revoked chain is returned unchanged. */
  revoke(scope: Scope, id: string): Promise<ChainView> {
    return this.writes.change('chain', scope, id, async (now) => {
      const chain = await this.resources.load(CHAIN, scope, id);
      if (chain.revokedAt !== null) return { answer: chainView(chain) };
      const { version } = chain;
      return {
        updates: [{ table: 'chain', id, version, set: { revoked_at: now } }],
        answer: chainView({ ...chain, revokedAt: now }),
      };
    });
  }
}
