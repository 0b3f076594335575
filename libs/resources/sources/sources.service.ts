import { Injectable } from '@nestjs/common';
import { fail, failNotFound, joinSentence } from '#kernel/errors.js';
import { newId } from '#kernel/ids.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '#engine/accounts/account-directory.js';
import { Lifecycle } from '#engine/changes/lifecycle.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { checkSourceRequest, type SourceDefaults, type SourceRequest } from './rules/source.rules.js';
import type { Source } from './rules/source.js';
import type { CreateSourceDto } from './source.dto.js';
import { toSource, toSourceRow } from './source.row.js';
import { sourceView, type SourceCharge, type SourceView } from './source.view.js';

const SHOWN_OF_CHARGE = {
  id: true,
  livemode: true,
  status: true,
  providerReferences: true,
  documentId: true,
  createdAt: true,
  expiresAt: true,
} satisfies Record<keyof SourceCharge, true>;

@Injectable()
export class SourcesService {
  constructor(
    private readonly database: Database,
    private readonly lifecycle: Lifecycle,
    private readonly directory: AccountDirectory,
  ) {}

  create(scope: Scope, body: CreateSourceDto): Promise<SourceView> {
    return this.lifecycle.write(scope, (now, account) => {
      const made = newSource(scope, account, body, now);
      if ('problems' in made) return fail('bad_request', joinSentence(made.problems));
      const { source } = made;
      return { insert: { source: [toSourceRow(source)] }, answer: sourceView(source, null, account.baseUrl) };
    });
  }

  async find({ accountId, livemode }: Tenant, id: string): Promise<SourceView> {
    const stored = await this.database.source.findFirst({
      where: { id, accountId, livemode },
      include: { charge: { select: SHOWN_OF_CHARGE } },
    });
    if (!stored) return failNotFound('source', id);
    const { charge, ...source } = stored;
    const { baseUrl } = await this.directory.get(accountId);
    return sourceView(
      toSource(source),
      charge && { ...charge, status: charge.status as ChargeStatus },
      baseUrl,
    );
  }

  /** `isUsed` is true if a charge has used the source. Throws `not_found`. */
  async load({ accountId, livemode }: Tenant, id: string): Promise<{ source: Source; isUsed: boolean }> {
    const stored = await this.database.source.findFirst({
      where: { id, accountId, livemode },
      include: { charge: { select: { id: true } } },
    });
    if (!stored) return failNotFound('source', id);
    const { charge, ...source } = stored;
    return { source: toSource(source), isUsed: charge !== null };
  }
}

/** Returns a new source, or all problems of the request. */
export function newSource(
  { accountId, livemode }: Tenant,
  defaults: SourceDefaults,
  body: SourceRequest & { ip?: string },
  now: Date,
): { problems: string[] } | { source: Source } {
  const checked = checkSourceRequest(body, defaults);
  if ('problems' in checked) return checked;
  const { method, ...rest } = checked.source;
  const id = newId('source', livemode);
  return {
    source: { id, accountId, livemode, type: method.type, ...rest, ip: body.ip ?? null, createdAt: now },
  };
}
