import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/** As PostgreSQL reports a transaction that took too long. */
const SESSION_ENDED = '25P04';

/** A connection of one caller. Its statements run one after the other, and fail once it has ended. */
export class Session {
  private last: Promise<unknown> = Promise.resolve();
  private hasEnded = false;

  constructor(readonly client: PoolClient) {}

  query<Row extends object>(config: QueryConfig): Promise<QueryResult<Row>> {
    const send = (): Promise<QueryResult<Row>> => {
      if (this.hasEnded) throw Object.assign(new Error('The session has ended'), { code: SESSION_ENDED });
      return this.client.query<Row>(config);
    };
    const result = this.last.then(send, send);
    this.last = result;
    return result;
  }

  /** Closes the connection if it failed or may still be busy, and otherwise returns it to the pool. */
  end(isGood: boolean): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.client.release(!isGood);
  }
}

/**
 * Sends the pool's statements on the connection of the caller's session. Callers without a session use any
 * connection.
 */
export function routeToSessions(pool: Pool, sessionOfCaller: () => Session | undefined): void {
  const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>;
  const routed = (config: QueryConfig): Promise<QueryResult> =>
    sessionOfCaller()?.query(config) ?? query(config);
  pool.query = routed as unknown as Pool['query'];
}
