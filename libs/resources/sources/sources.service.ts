import { Injectable } from '@nestjs/common';
import { fail, joinSentence } from '#kernel/errors.js';
import type { Scope, Tenant } from '#kernel/scope.js';
import { newId } from '#engine/writes/new-id.js';
import { OptimisticWrite } from '#engine/writes/optimistic-write.js';
import { Resources } from '#engine/resources/resources.js';
import { checkSourceRequest, type SourceDefaults, type SourceRequest } from './rules/source.rules.js';
import type { Source } from './rules/source.js';
import type { CreateSourceDto } from './source.dto.js';
import { toSourceRow } from './source.row.js';
import { sourceView, type SourceView } from './source.view.js';
import { SOURCE } from './source.resource.js';

@Injectable()
export class SourcesService {
  constructor(
    private readonly resources: Resources,
    private readonly writes: OptimisticWrite,
  ) {}

  create(scope: Scope, body: CreateSourceDto): Promise<SourceView> {
    return this.writes.write(scope, (now, account) => {
      const made = newSource(scope, account, body, now);
      if ('problems' in made) return fail('bad_request', joinSentence(made.problems));
      const { source } = made;
      return { insert: { source: [toSourceRow(source)] }, answer: sourceView(source, null, account.baseUrl) };
    });
  }

  /** `isUsed` is true if a charge has used the source. Throws `not_found`. */
  async load(tenant: Tenant, id: string): Promise<{ source: Source; isUsed: boolean }> {
    const { source, charge } = await this.resources.load(SOURCE, tenant, id);
    return { source, isUsed: charge !== null };
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
