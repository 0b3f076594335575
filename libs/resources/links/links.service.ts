import { Injectable } from '@nestjs/common';
import { failNotFound, throwProblems } from '#kernel/errors.js';
import { newId } from '#kernel/ids.js';
import { parseCurrency } from '#kernel/money.js';
import type { Scope } from '#kernel/scope.js';
import { Lifecycle } from '#engine/changes/lifecycle.js';
import { toRow, toUpdate } from '#engine/changes/rows.js';
import type { Link } from './rules/link.js';
import { linkProblems } from './rules/link.rules.js';
import type { CreateLinkDto } from './link.dto.js';
import { LinkReader } from './link.reader.js';
import { linkView, type LinkView } from './link.view.js';

@Injectable()
export class LinksService {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly reader: LinkReader,
  ) {}

  create({ accountId, livemode }: Scope, body: CreateLinkDto): Promise<LinkView> {
    throwProblems('invalid_link', linkProblems(body));
    return this.lifecycle.write({ accountId, livemode }, (now, account) => {
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

  /** Deletes the link. It can still be retrieved, and its page shows its end (docs/fidelity.md LK5). */
  async destroy(scope: Scope, id: string): Promise<LinkView> {
    const deleted = await this.lifecycle.change('link', scope, id, async (now) => {
      const before = await this.reader.load(scope, id);
      if (before.deletedAt !== null) failNotFound('link', id);
      const after = { ...before, deletedAt: now };
      return { updates: [toUpdate('link', before, after)], answer: after };
    });
    return this.reader.show(scope, deleted);
  }
}
