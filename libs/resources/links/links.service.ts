import { Injectable } from '@nestjs/common';
import { failNotFound, throwProblems } from '#kernel/errors.js';
import { parseCurrency } from '#kernel/money.js';
import type { Scope } from '#kernel/scope.js';
import type { ListView } from '#kernel/list.js';
import type { Params } from '#platform/http/params.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { toRow, toUpdate } from '#engine/writes/rows.js';
import { Resources } from '#engine/resources/resources.js';
import { CHARGE } from '../charges/charge.resource.js';
import type { ChargeView } from '../charges/charge.view.js';
import type { Link } from './rules/link.js';
import { linkProblems } from './rules/link.rules.js';
import type { CreateLinkDto } from './link.dto.js';
import { LINK } from './link.resource.js';
import { linkView, type LinkView } from './link.view.js';

@Injectable()
export class LinksService {
  constructor(
    private readonly writes: OptimisticWrite,
    private readonly resources: Resources,
  ) {}

  create({ accountId, livemode }: Scope, body: CreateLinkDto): Promise<LinkView> {
    throwProblems('invalid_link', linkProblems(body));
    return this.writes.write({ accountId, livemode }, (now, account) => {
      const link: Link = {
        id: newId('link', livemode),
        accountId,
        livemode,
        version: 0,
        amount: Number(body.amount),
        currency: parseCurrency(body.currency) ?? account.currency,
        title: body.title ?? '',
        description: body.description ?? '',
        multiple: body.multiple ?? false,
        createdAt: now,
        usedAt: null,
        deletedAt: null,
      };
      const view = linkView({ link, charges: [], chargeCount: 0 }, { ...account, now });
      return {
        insert: { link: [toRow('link', link)] },
        events: [{ key: 'link.create', objectId: link.id, data: view }],
        answer: view,
      };
    });
  }

  async listCharges(scope: Scope, id: string, params: Params): Promise<ListView<ChargeView>> {
    await this.resources.load(LINK, scope, id);
    return this.resources.list(CHARGE, scope, params, {
      location: `/links/${id}/charges`,
      only: { linkId: id },
    });
  }

  /** Deletes the link. It can still be retrieved, and its page shows its end (docs/fidelity.md LK5). */
  async destroy(scope: Scope, id: string): Promise<LinkView> {
    const deleted = await this.writes.change('link', scope, id, async (now) => {
      const before = await this.resources.load(LINK, scope, id);
      if (before.deletedAt !== null) failNotFound('link', id);
      const after = { ...before, deletedAt: now };
      return { updates: [toUpdate('link', before, after)], answer: after };
    });
    return this.resources.show(LINK, scope, deleted);
  }
}
