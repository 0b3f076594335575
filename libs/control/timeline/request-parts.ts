import { Prisma } from '#platform/database/generated/client.js';
import { COUNTED } from '#platform/listing/page-sql.js';

/** The parts that requests are for: the API, the vault, and the pages of customers. */
export const REQUEST_PARTS = ['api', 'vault', 'pages'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** True for a customer's request. The host of the pages has a part of the API too, for checkout sessions. */
export const IS_PAGE = Prisma.sql`(host = 'pay' AND NOT starts_with(path, '/api/'))`;

const CONDITIONS: Readonly<Record<RequestPart, Prisma.Sql>> = {
  api: Prisma.sql`(host <> 'vault' AND NOT ${IS_PAGE})`,
  vault: Prisma.sql`host = 'vault'`,
  pages: IS_PAGE,
};

export function isOfPart(part: RequestPart): Prisma.Sql {
  return CONDITIONS[part];
}

/** One row with the number of requests for each part, among the latest of the account. */
export function requestCountsSql(accountId: string, livemode: boolean | undefined): Prisma.Sql {
  const isMeant = livemode === undefined ? Prisma.sql`true` : Prisma.sql`livemode = ${livemode}`;
  const counts = REQUEST_PARTS.map(
    (part) =>
      Prisma.sql`count(*) FILTER (WHERE ${isMeant} AND ${isOfPart(part)})::int4 AS ${Prisma.raw(part)}`,
  );
  return Prisma.sql`
    SELECT ${Prisma.join(counts)} FROM (
      SELECT livemode, host, path FROM request_log WHERE account_id = ${accountId} ORDER BY xid DESC, id DESC LIMIT ${COUNTED}) latest`;
}
