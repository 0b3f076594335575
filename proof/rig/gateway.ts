import { readSettings, type Settings } from '../../libs/platform/config/settings.js';
import { Database } from '../../libs/platform/database/database.js';
import { watchContract, type Watched } from '../contract/contract.js';
import { startTollgate, type Tollgate } from '../../apps/tollgate/tollgate.js';
import { hostPorts } from './ports.js';
import { SANDBOX_SECRET } from './program.js';

/** A whole Tollgate in this process, on ports of its own. */
export interface RunningGateway {
  readonly settings: Settings;
  readonly tollgate: Tollgate;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Requests and answers that break the document of the API. */
  readonly breaches: Set<string>;
}

/** `unwatched` checks nothing that it serves against the document of the API. */
export async function startGateway(
  overrides: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  watched?: Watched | 'unwatched',
): Promise<RunningGateway> {
  const settings = readSettings({
    ...(await hostPorts()),
    SANDBOX_SECRET,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    ...overrides,
  });
  const tollgate = await startTollgate(settings);
  const breaches = new Set<string>();
  if (watched !== 'unwatched')
    for (const host of ['api', 'vault', 'pay', 'control'] as const)
      watchContract(host, tollgate[host].getHttpServer(), breaches, watched);
  return {
    settings,
    tollgate,
    database: tollgate.api.get(Database),
    databaseUrl: overrides.DATABASE_URL,
    breaches,
  };
}
