import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

const current = new AsyncLocalStorage<ReplicaSession>();

/** A connection that one caller reads by. Its statements run one after the other, and none once the caller is answered. */
export class ReplicaSession {
  private last: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(readonly client: PoolClient) {}

  /** Runs `work`, whose statements to the pool are this connection's ({@link routeToSessions}), however deep they are. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, work);
  }

  query<Row extends object>(config: QueryConfig): Promise<QueryResult<Row>> {
    const send = (): Promise<QueryResult<Row>> => {
      if (this.isOver) throw new Error('The read has ended');
      return this.client.query<Row>(config);
    };
    const result = this.last.then(send, send);
    this.last = result;
    return result;
  }

  /** A connection that failed, or may still be at work, is closed. */
  end(isGood: boolean): void {
    this.isOver = true;
    this.client.release(!isGood);
  }
}

/** Has statements to the pool go to the connection of the session that they belong to: behind one address may be several replicas. */
export function routeToSessions(pool: Pool): void {
  const query = (config: QueryConfig): Promise<QueryResult> => {
    const session = current.getStore();
    if (!session) throw new Error('A replica is read in sessions only');
    return session.query(config);
  };
  pool.query = query as unknown as Pool['query'];
}
