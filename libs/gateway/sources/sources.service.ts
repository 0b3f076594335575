import { Injectable } from '@nestjs/common';
import type { ChargeStatus } from '#domain/charges/charge.js';
import { fail, failNotFound, joinSentence } from '#domain/errors.js';
import { newId } from '#domain/ids.js';
import type { Scope, Tenant } from '#domain/scope.js';
import { checkSourceRequest, type SourceRequest } from '#domain/sources/source.rules.js';
import type { Source } from '#domain/sources/source.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { AccountDirectory } from '../accounts/account-directory.js';
import { Changes } from '../events/changes.js';
import type { CreateSourceDto } from './source.dto.js';
import { toSource, toSourceRow } from './source.row.js';
import { sourceView, type SourceView } from './source.view.js';

@Injectable()
export class SourcesService {
  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  async create(scope: Scope, body: CreateSourceDto): Promise<SourceView> {
    const account = await this.directory.get(scope.accountId);
    const now = this.clock.now(account);
    const made = newSource(scope, body, now);
    if ('problems' in made) return fail('bad_request', joinSentence(made.problems));
    const { source } = made;
    await this.changes.commit({ account, livemode: scope.livemode, now, insert: { source: [toSourceRow(source)] } });
    return sourceView(source, null);
  }

  async find({ accountId, livemode }: Tenant, id: string): Promise<SourceView> {
    const stored = await this.database.source.findFirst({
      where: { id, accountId, livemode },
      include: { charge: { select: { status: true, providerReferences: true } } },
    });
    if (!stored) return failNotFound('source', id);
    const { charge, ...source } = stored;
    return sourceView(toSource(source), charge && { ...charge, status: charge.status as ChargeStatus });
  }

  /** The source itself, and whether a charge has it already. Throws `not_found`. */
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

/** A source that is not stored yet, or everything that is wrong with the request for it. */
export function newSource(
  { accountId, livemode }: Tenant,
  body: SourceRequest & { ip?: string },
  now: Date,
): { problems: string[] } | { source: Source } {
  const checked = checkSourceRequest(body);
  if ('problems' in checked) return checked;
  const { method, amount, currency, platformType } = checked.terms;
  const id = newId('source', livemode, now);
  const source = { id, accountId, livemode, type: method.type, amount, currency, platformType, ip: body.ip ?? null, createdAt: now };
  return { source };
}
