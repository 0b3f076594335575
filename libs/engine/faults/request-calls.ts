import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Metadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import { isObject } from '#kernel/values.js';
import { Database } from '#platform/database/database.js';
import { Prisma } from '#platform/database/generated/client.js';
import { TABLES } from '#platform/database/generated/tables.js';
import { queryParams, type Params } from '#platform/http/params.js';
import { routeOf } from '#platform/http/observe.js';
import type { Account } from '../accounts/account.js';
import { emulatedRouteOf, isOfEmulatedApi } from '../auth/emulated-api.js';
import { asksForSubjects, routeTemplate, type Call, type CallSubject } from './rules/fault-match.js';

/** Amount and metadata of the rows of every table with metadata, except charges. */
const DESCRIBED = Prisma.join(
  Object.entries(TABLES)
    .filter(([name, { fields }]) => 'metadata' in fields && name !== 'charge')
    .map(([name, { fields }]) => {
      const amount = Prisma.raw('amount' in fields ? 'amount' : 'NULL::bigint AS amount');
      return Prisma.sql`SELECT id, account_id, livemode, ${amount}, metadata::json FROM ${Prisma.raw(name)}`;
    }),
  ' UNION ALL ',
);
const ID = /^[a-z]+\d?_(?:test_)?[0-9a-z]{19}$/;

/** Describes a request as a call that faults can match. */
@Injectable()
export class RequestCalls {
  constructor(private readonly database: Database) {}

  async of(req: Request, account: Account, scope: Scope): Promise<Call> {
    const params = queryParams(req);
    const named = [
      ...Object.values(req.params),
      ...Object.values(params),
      isObject(params['source']) ? params['source']['id'] : undefined,
    ];
    const ids = named.filter((value) => typeof value === 'string' && ID.test(value));
    const isAsked = account.faults.some(({ subject, match }) => subject === 'api' && asksForSubjects(match));
    return {
      route: routeTemplate(req.method, isOfEmulatedApi(req) ? emulatedRouteOf(req) : routeOf(req)),
      method: req.method,
      key: scope.keyKind,
      objects: ids as string[],
      subjects: isAsked ? [subjectOf(params), ...(await this.load(scope, ids as string[]))] : [],
    };
  }

  /** Amount, metadata and source type of the objects whose ids the request names. */
  private async load({ accountId, livemode }: Scope, ids: readonly string[]): Promise<CallSubject[]> {
    if (ids.length === 0) return [];
    return this.database.$queryRaw(Prisma.sql`
      SELECT charge.amount::float8 AS amount, metadata, source.type AS "sourceType"
      FROM charge LEFT JOIN source ON source.id = source_id
      WHERE charge.id = ANY(${ids}::text[]) AND charge.account_id = ${accountId} AND charge.livemode = ${livemode}
      UNION ALL
      SELECT amount::float8, NULL, type FROM source WHERE id = ANY(${ids}::text[]) AND account_id = ${accountId} AND livemode = ${livemode}
      UNION ALL
      SELECT described.amount::float8, metadata, NULL FROM (${DESCRIBED}) described WHERE id = ANY(${ids}::text[]) AND account_id = ${accountId} AND livemode = ${livemode}`);
  }
}

/** Amount, metadata and source type by the request's own parameters. */
function subjectOf({ amount, metadata, source, type }: Params): CallSubject {
  const described = isObject(source) ? source['type'] : type;
  return {
    sourceType: typeof described === 'string' ? described : null,
    amount: amount === undefined || amount === '' ? undefined : Number(amount),
    metadata: isObject(metadata) ? (metadata as Metadata) : undefined,
  };
}
