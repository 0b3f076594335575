import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../../apps/tollgate/test/test-database.js';
import { end } from '../rig/child.js';
import { hostPorts, steadyPort } from '../rig/ports.js';
import { startProgram } from '../rig/program.js';
import { until } from '../../libs/platform/testing/until.js';

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
/** It refuses to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const IGNORED =
  'extra_float_digits,options,lock_timeout,statement_timeout,idle_in_transaction_session_timeout';

if (!hasPgBouncer) process.stderr.write('Skipped: PgBouncer (it is not installed)\n');

(hasPgBouncer ? describe : describe.skip)('PgBouncer in transaction mode', () => {
  let folder: string;
  let bouncer: ChildProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-pgbouncer-'));
    chmodSync(folder, 0o755);
  });

  afterEach(async () => {
    if (bouncer) await end(bouncer);
    rmSync(folder, { recursive: true });
  });

  /** In front of a database of its own; answers the address there. */
  async function open(settings: readonly string[]): Promise<string> {
    const server = new URL(await createDatabase());
    const port = await steadyPort();
    const database = server.pathname.slice(1);
    const access = `host=${server.hostname} port=${server.port} user=${server.username} password=${decodeURIComponent(server.password)}`;
    const own = [
      'listen_addr=127.0.0.1',
      `listen_port=${port}`,
      'unix_socket_dir=',
      'auth_type=any',
      'pool_mode=transaction',
    ];
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(
      file,
      ['[databases]', `${database} = ${access}`, '[pgbouncer]', ...own, ...settings, ''].join('\n'),
      { mode: 0o644 },
    );
    bouncer = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...UNPRIVILEGED });
    const listens = (): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
        socket.unref().end();
      });
    await until(listens, 'PgBouncer does not listen');
    return Object.assign(server, { hostname: '127.0.0.1', port: String(port), password: '' }).href;
  }

  it.each([
    ['as it comes, which takes no settings of sessions', []],
    ['made to ignore settings of sessions, which it then drops', [`ignore_startup_parameters=${IGNORED}`]],
  ])('is rejected at the start in one line: %s', async (_, settings) => {
    const url = await open(settings);
    for (const program of ['prisma/migrate.js', 'apps/api/main.js']) {
      const process = startProgram(
        { ...(await hostPorts()), DATABASE_URL: url, LOG_LEVEL: 'fatal' },
        program,
      );
      expect([await process.ended(), process.output()]).toEqual([
        1,
        expect.stringMatching(/^tollgate: DATABASE_URL: [^\n]*pooler, such as PgBouncer, [^\n]+\n$/),
      ]);
    }
  });
});
