import type { AccountKeys } from '../rig/account.js';
import type { OwnPostgres } from '../rig/own-postgres.js';
import { copyId } from './rows/copies.js';
import { fillCharges, Supply } from './rows/fill.js';
import { recordRequests, modelsOf, type Recorded } from './rows/recorded.js';
import type { Trace } from './rows/stored.js';
import { startDeployment, type Deployment } from './deployment.js';

/** As many charges are looked at, one after the other, from the oldest to the latest. */
const RETRIEVED = 200;

/** A deployment with data: one merchant who has many charges and reads, and one who writes. */
export interface Fixture {
  readonly deployment: Deployment;
  /** Has exactly `count` charges, all of them settled or over, before and after the load. */
  readonly reader: AccountKeys;
  readonly writer: AccountKeys;
  readonly count: number;
  /** Charges of the reader, spread over all of them. */
  readonly charges: readonly string[];
  readonly recorded: Recorded;
  readonly supply: Supply;
  /** What copies of the reader's charges were made from. */
  readonly model: Trace;
}

export interface FixturePlan {
  readonly name: string;
  readonly dir: string;
  readonly count: number;
  readonly processes: number;
  readonly webhookUri: string;
  /** Where the queue is to be, if not in PostgreSQL. */
  readonly redisUrl?: string | undefined;
}

/** API and vault processes on a database with `count` charges. No worker runs once it is open: what is measured is the API alone. */
export async function openFixture(postgres: OwnPostgres, plan: FixturePlan, say: (line: string) => void): Promise<Fixture> {
  const { name, dir, count, processes, webhookUri, redisUrl } = plan;
  const deployment = await startDeployment(postgres, { name, dir, processes: { api: processes, vault: processes }, redisUrl });
  const [reader, writer] = [await deployment.account(webhookUri), await deployment.account(webhookUri)];
  const recorded = await recordRequests(deployment, writer);
  const worker = await deployment.start('worker');
  const models = await modelsOf(deployment, reader);
  await worker.end();
  const [model] = models;
  if (!model) throw new Error('There is nothing to copy');
  // The models are charges of the reader as well.
  const copies = count - models.length;
  await fillCharges(postgres, deployment.database, models, copies, say);
  const step = Math.max(1, Math.floor(copies / RETRIEVED));
  const charges: string[] = [];
  for (let number = 1; number <= copies; number += step) charges.push(copyId(model.trace, '5', number));
  const supply = new Supply(postgres, deployment.database, copies);
  return { deployment, reader, writer, count: copies, charges, recorded, supply, model: model.trace };
}
