import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS } from '../rig/node-flags.js';
import type { ClientQuestion } from './database/client.js';
import { hasPgbench, pgbench } from './database/pgbench.js';
import type { DatabaseLoad, DatabaseResult, DatabaseScript } from './database/script.js';
import { scriptsOf } from './database/scripts.js';
import { Helper } from './helper.js';
import { ask, basic } from './http.js';
import type { LoadPlan, LoadResult } from './load/plan.js';
import type { BenchOptions } from './options.js';
import type { RequestRow } from './requests.js';
import type { Fixture } from './fixture.js';
import type { Fixtures } from './fixtures.js';
import { openStripe, type Stripe } from './stripe.js';

/** A fixture, and what the database alone does for each request. */
export interface Side {
  readonly fixture: Fixture;
  readonly scripts: Readonly<Record<RequestRow, DatabaseScript>>;
}

/** All that requests are measured on. */
export interface Environment {
  readonly small: Side;
  readonly large: Side | undefined;
  /** The bare framework, as many processes as Tollgate has. */
  readonly bareUrls: readonly string[];
  readonly stripe: Stripe | undefined;
  readonly load: (plan: LoadPlan) => Promise<LoadResult>;
  readonly database: (script: DatabaseScript, load: DatabaseLoad) => Promise<DatabaseResult>;
  close(): Promise<void>;
}

export interface EnvironmentPlan {
  readonly options: BenchOptions;
  readonly fixtures: Fixtures;
  readonly dir: string;
  readonly webhookUri: string;
}

export async function openEnvironment(
  { options, fixtures, dir, webhookUri }: EnvironmentPlan,
  say: (line: string) => void,
): Promise<Environment> {
  const processes = Math.max(...options.processes);
  const side = async (name: string, count: number): Promise<Side> => {
    say(`Filling a database with ${count} charges`);
    const fixture = await fixtures.open({ name, dir, count, processes, webhookUri });
    return { fixture, scripts: await scriptsOf(fixture, options) };
  };
  const small = await side('small', options.small);
  const large = options.large === undefined ? undefined : await side('large', options.large);
  const bares = await openBares(small.fixture, processes, dir);
  const stripe = options.isShort ? undefined : await openStripe(dir, say);
  const load = Helper.open<LoadPlan, LoadResult>('load/main');
  const client = hasPgbench() ? undefined : Helper.open<ClientQuestion, DatabaseResult>('database/client');
  return {
    small,
    large,
    bareUrls: await Promise.all(bares.map((bare) => bare.ask(undefined))),
    stripe,
    load: (plan) => load.ask(plan),
    database: (script, plan) => (client ? client.ask({ script, load: plan }) : pgbench(script, plan, dir)),
    close: async () => {
      await Promise.all([load.end(), client?.end(), stripe?.end(), ...bares.map((bare) => bare.end())]);
      const ends = await Promise.allSettled([small.fixture.deployment.discard(), large?.fixture.deployment.discard()]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** The bare framework, started as Tollgate is, and told what it answers. */
async function openBares(
  { deployment, reader, charges, recorded }: Fixture,
  count: number,
  dir: string,
): Promise<Helper<undefined, string>[]> {
  const [api] = deployment.urls('api');
  const authorization = basic(reader.secretKey);
  const retrieve = await ask('GET', `${api}/charges/${charges[0]}`, { authorization });
  const list = await ask('GET', `${api}/charges?limit=20&order=reverse_chronological`, { authorization });
  const file = join(dir, 'answers.json');
  writeFileSync(file, JSON.stringify({ ...recorded.answers, retrieve, list }));
  return Array.from({ length: count }, () => Helper.open<undefined, string>('bare/main', [file], NODE_FLAGS));
}
