import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { hostPorts, steadyPort } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';
import { createDatabase } from './test-database.js';
import { scrape, type Scrape } from './scrape.js';

const PARTS = ['api', 'vault', 'pay', 'control', 'worker'] as const;
type Part = (typeof PARTS)[number];

/** Has the port that one process is to show its figures at. */
let squatter: Server;
let takenPort: number;
let ports: Readonly<Record<Part, number>>;
let processes: readonly Program[];
let migration: Program;
let latecomer: Program;

beforeAll(async () => {
  squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  takenPort = (squatter.address() as AddressInfo).port;
  const common = { DATABASE_URL: await createDatabase(), LOG_LEVEL: 'warn', ...(await hostPorts()) };
  const start = (part: Part, port: number): Program =>
    startProgram({ ...common, METRICS_PORT: String(port) }, `apps/${part}/main.js`);
  ports = {
    api: await steadyPort(),
    vault: await steadyPort(),
    pay: await steadyPort(),
    control: await steadyPort(),
    worker: await steadyPort(),
  };
  processes = PARTS.map((part) => start(part, ports[part]));
  latecomer = start('worker', takenPort);
  migration = startProgram(common, 'prisma/migrate.js');
});

afterAll(() => {
  for (const { child } of [...processes, latecomer, migration]) child.kill('SIGKILL');
  squatter.close();
});

describe('each process', () => {
  it.each(PARTS.map((part, index): [Part, number] => [part, index]))(
    'exports its own metrics: %s',
    async (part, index) => {
      let figures: Scrape | undefined;
      const tells = async (): Promise<boolean> => {
        figures = await scrape(ports[part]).catch(() => undefined);
        return figures?.sum('tollgate_database_connections_max', { part }) !== undefined;
      };
      await until(tells, () => `${part} shows no figures: ${processes[index]?.output()}`);
      const { text, sum } = figures as Scrape;
      expect([...new Set([...text.matchAll(/part="([a-z]+)"/g)].map(([, name]) => name))]).toEqual([part]);
      expect(sum('tollgate_http_unreadable_total') === undefined).toBe(part === 'worker');
      expect(sum('tollgate_webhook_deliveries_total') === undefined).toBe(
        !['worker', 'control'].includes(part),
      );
      expect(sum('process_resident_memory_bytes')).toBeGreaterThan(0);
    },
  );

  it('reports why it cannot listen', async () => {
    expect(await latecomer.ended()).toBe(1);
    const reason = `METRICS_PORT: port ${takenPort} on 127.0.0.1 is in use; stop the other program, or choose another port`;
    expect(latecomer.output().trim()).toBe(`tollgate: ${reason}`);
  });

  it('exits with success: the migration when done, the others when stopped', async () => {
    for (const { child } of processes) child.kill('SIGTERM');
    expect(await Promise.all([migration, ...processes].map((process) => process.ended()))).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
  });
});
