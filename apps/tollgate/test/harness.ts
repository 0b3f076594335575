import { hashKey } from '#gateway/accounts/account-directory.js';
import { newSuffix } from '#domain/ids.js';
import type { Settings } from '#platform/config/settings.js';
import type { Database } from '#platform/database/database.js';
import type { Tollgate } from '../tollgate.js';
import type { Watched } from '../../contract/contract.js';
import { startGateway, type RunningGateway } from '../../rig/gateway.js';
import { workerGateway } from '../../rig/worker-gateway.js';
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
  /** Stops it, unless others use it. Throws when anything was served that breaks the document of the API. */
  close(): Promise<void>;
}

/** The gateway that the files of a worker share, with accounts and sandboxes of other files in its database. */
export function useGateway(): Gateway {
  return useOpened(async () => gatewayOf(await workerGateway(createDatabase)));
}

/** A gateway with these settings, opened for the file or block and closed after it. Its database is new unless `DATABASE_URL` names another's. */
export function useOwnGateway(settings: Overrides | (() => Overrides | Promise<Overrides>) = {}, watched?: Watched | 'unwatched'): Gateway {
  return useOpened(async () => openGateway(typeof settings === 'function' ? await settings() : settings, watched));
}

/**
 * For a spec that closes it, or that wants to see it fail. Others {@link useOwnGateway}. What an `unwatched` one serves is not held to the document
 * of the API: it shows what another release has stored.
 */
export async function openGateway(overrides: Overrides = {}, watched?: Watched | 'unwatched'): Promise<Gateway> {
  const databaseUrl = overrides['DATABASE_URL'] ?? (await createDatabase());
  const running = await startGateway({ ...overrides, DATABASE_URL: databaseUrl }, watched);
  const gateway = gatewayOf(running);
  return {
    ...gateway,
    close: async () => {
      await running.tollgate.close();
      await gateway.close();
    },
  };
}

function gatewayOf(running: RunningGateway): Gateway {
  const { settings, tollgate, database, databaseUrl } = running;
  return {
    ...{ settings, tollgate, database, databaseUrl },
    account: async (facts = {}) => new Merchant(tollgate, settings, await createAccount(database, settings, facts)),
    close: () => {
      throwBreaches(running);
      return Promise.resolve();
    },
  };
}

/** Each breach is told once. */
function throwBreaches({ breaches }: RunningGateway): void {
  const told = [...breaches];
  breaches.clear();
  if (told.length > 0) throw new Error(`The document of the API and what is served differ:\n${told.join('\n')}`);
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
