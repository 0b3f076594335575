import { setImmediate as turn } from 'node:timers/promises';
import { newSuffix } from '#kernel/ids.js';
import type { Settings } from '#platform/config/settings.js';
import type { Database } from '#platform/database/database.js';
import { hashKey } from '#engine/accounts/account-directory.js';
import type { Tollgate } from '../tollgate.js';
import type { Watched } from '../../../proof/contract/contract.js';
import { startGateway, type RunningGateway } from '../../../proof/rig/gateway.js';
import { workerGateway } from '../../../proof/rig/worker-gateway.js';
import { Merchant } from './merchant.js';
import { createDatabase } from './test-database.js';
import { useOpened } from './use-opened.js';

/** Settings, as an environment has them. */
type Overrides = Readonly<Record<string, string>>;

/** A whole Tollgate, and as many accounts in it as a spec wants. */
export interface Gateway {
  readonly settings: Settings;
  readonly tollgate: Tollgate;
  readonly database: Database;
  readonly databaseUrl: string;
  /** A new merchant that shares nothing with any other. */
  account(facts?: { webhookUri?: string; country?: string; currency?: string }): Promise<Merchant>;
  /** Throws the breaches of the document of the API that were found since the last call. */
  takeBreaches(): void;
  /** Stops it unless others use it. Throws breaches that {@link takeBreaches} has not thrown. */
  close(): Promise<void>;
}

/**
 * The gateway that the files of a worker share, with accounts and sandboxes of other files in its database.
 */
export function useGateway(): Gateway {
  return useWatched(async () => gatewayOf(await workerGateway(createDatabase)));
}

/**
 * A gateway with these settings, opened for the file or block and closed after it. Its database is new unless
 * `DATABASE_URL` names another's. Answers of an `unwatched` one are not checked against the document of the
 * API: it serves objects of another release.
 */
export function useOwnGateway(
  settings: Overrides | (() => Overrides | Promise<Overrides>) = {},
  watched?: Watched | 'unwatched',
): Gateway {
  return useWatched(async () => open(typeof settings === 'function' ? await settings() : settings, watched));
}

function useWatched(open: () => Promise<Gateway>): Gateway {
  const gateway = useOpened(open);
  // Responses are checked after they are sent. A later breach fails the next spec, or the file.
  afterEach(async () => {
    await turn();
    gateway.takeBreaches();
  });
  return gateway;
}

const openedBySpec: Promise<Gateway>[] = [];

/** A gateway for one spec, closed after it, also when the spec fails. */
export function openGateway(overrides: Overrides = {}): Promise<Gateway> {
  const opening = open(overrides);
  openedBySpec.push(opening);
  return opening;
}

afterEach(async () => {
  await Promise.all(
    openedBySpec.splice(0).map(async (opening) => (await opening.catch(() => undefined))?.close()),
  );
});

async function open(overrides: Overrides, watched?: Watched | 'unwatched'): Promise<Gateway> {
  const databaseUrl = overrides['DATABASE_URL'] ?? (await createDatabase());
  const running = await startGateway({ ...overrides, DATABASE_URL: databaseUrl }, watched);
  const gateway = gatewayOf(running);
  return {
    ...gateway,
    close: async () => {
      await running.tollgate.close();
      gateway.takeBreaches();
    },
  };
}

function gatewayOf({ settings, tollgate, database, databaseUrl, breaches }: RunningGateway): Gateway {
  const takeBreaches = (): void => {
    const found = [...breaches];
    breaches.clear();
    if (found.length > 0)
      throw new Error(`The document of the API and what is served differ:\n${found.join('\n')}`);
  };
  return {
    settings,
    tollgate,
    database,
    databaseUrl,
    account: async (facts = {}) =>
      new Merchant(tollgate, settings, await createAccount(database, settings, facts)),
    takeBreaches,
    close: () => Promise.resolve().then(takeBreaches),
  };
}

async function createAccount(
  database: Database,
  settings: Settings,
  {
    webhookUri,
    country = 'TH',
    currency = 'THB',
  }: { webhookUri?: string; country?: string; currency?: string },
): Promise<string> {
  const id = newSuffix();
  const keys = [true, false].flatMap((livemode) =>
    (['public', 'secret'] as const).map((kind) => {
      const key = `${kind === 'public' ? 'pkey' : 'skey'}_${livemode ? '' : 'test_'}${id}`;
      return { sha256: hashKey(key), livemode, kind, publicKey: kind === 'public' ? key : null };
    }),
  );
  await database.account.create({
    data: {
      id,
      publicId: id,
      name: 'Spec & Sons',
      email: 'spec@shop.example',
      country,
      currency,
      apiVersion: settings.accountApiVersion,
      webhookSecret: settings.webhookSecret,
      createdAt: new Date(),
      keys: { create: keys },
      webhookEndpoints:
        webhookUri === undefined
          ? {}
          : { create: [false, true].map((livemode) => ({ livemode, uri: webhookUri })) },
    },
  });
  return id;
}
