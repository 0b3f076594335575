import { hashKey } from '#gateway/accounts/account-directory.js';
import { newSuffix } from '#domain/ids.js';
import { readSettings, type Settings } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { startTollgate, type Tollgate } from '../tollgate.js';
import { watchContract, type Watched } from '../../contract/contract.js';
import { hostPorts } from '../../rig/ports.js';
import { SANDBOX_SECRET } from '../../rig/program.js';
import { Merchant } from './merchant.js';
import { createDatabase } from './test-database.js';
import { useOpened } from './use-opened.js';

/** Settings, as an environment has them. */
type Overrides = Readonly<Record<string, string>>;

/** A whole Tollgate with a database of its own, and as many accounts in it as a spec wants. */
export interface Gateway {
  readonly settings: Settings;
  readonly tollgate: Tollgate;
  readonly database: Database;
  readonly databaseUrl: string;
  /** A new merchant that shares nothing with any other. */
  account(facts?: { webhookUri?: string; country?: string; currency?: string }): Promise<Merchant>;
  /** Stops it. Throws when anything was served that the document of the API does not say, or otherwise. */
  close(): Promise<void>;
}

/**
 * A gateway for the specs of the file or block that calls this: opened before them, closed after them. With `DATABASE_URL` among its
 * settings it is another Tollgate on that database.
 */
export function useGateway(settings: Overrides | (() => Overrides | Promise<Overrides>) = {}, watched?: Watched | 'unwatched'): Gateway {
  return useOpened(async () => openGateway(typeof settings === 'function' ? await settings() : settings, watched));
}

/**
 * For a spec that closes it, or that wants to see it fail. Others {@link useGateway}. What an `unwatched` one serves is not held to the document of
 * the API: it shows what another release has stored.
 */
export async function openGateway(overrides: Overrides = {}, watched?: Watched | 'unwatched'): Promise<Gateway> {
  const databaseUrl = overrides['DATABASE_URL'] ?? (await createDatabase());
  const settings = readSettings({
    ...(await hostPorts()),
    DATABASE_URL: databaseUrl,
    SANDBOX_SECRET,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    ...overrides,
  });
  const tollgate = await startTollgate(settings);
  const breaches = new Set<string>();
  if (watched !== 'unwatched')
    for (const host of ['api', 'vault', 'pay', 'control'] as const) watchContract(host, tollgate[host].getHttpServer(), breaches, watched);
  const database = tollgate.api.get(Database);
  return {
    settings,
    tollgate,
    database,
    databaseUrl,
    account: async (facts = {}) => {
      const id = await createAccount(database, settings, facts);
      return new Merchant(tollgate, settings, id);
    },
    close: async () => {
      await tollgate.close();
      if (breaches.size > 0) throw new Error(`The document of the API and what is served differ:\n${[...breaches].join('\n')}`);
    },
  };
}

async function createAccount(
  database: Database,
  settings: Settings,
  { webhookUri, country = 'TH', currency = 'THB' }: { webhookUri?: string; country?: string; currency?: string },
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
      webhookEndpoints: webhookUri === undefined ? {} : { create: [false, true].map((livemode) => ({ livemode, uri: webhookUri })) },
    },
  });
  return id;
}
