// Runs Tollgate on a PostgreSQL that fails over by itself, and breaks that under load: `node
// scripts/patroni.mjs [haproxy|hosts]`.
//
// Three nodes of Patroni with synchronous replication, etcd, and HAProxy, as Debian has them (apt-get install
// patroni etcd-server haproxy postgresql-15), on loopback; two processes of the API, two workers, a receiver.
// Needs root, from which it starts PostgreSQL as `postgres`, and `npm run build` before. With `hosts`,
// DATABASE_URL names the three nodes instead of HAProxy. docs/reliability.md has what was seen.
/* global AbortSignal */
import { Buffer } from 'node:buffer';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';
import pg from 'pg';

const MODE = process.argv[2] ?? 'haproxy';
const BASE_PORT = 28_000;
const ETCD_PORT = BASE_PORT;
const PROXY_PORT = BASE_PORT + 2;
const API_PORTS = [BASE_PORT + 3, BASE_PORT + 4];
const RECEIVER_PORT = BASE_PORT + 5;
const CLIENTS = 4;
const LIMIT_MS = 180_000;
const SECRET_KEY = 'skey_test_tollgate';
const nodes = [1, 2, 3].map((number) => ({
  name: `node${number}`,
  postgres: BASE_PORT + 10 + number,
  rest: BASE_PORT + 20 + number,
}));
const unprivileged = { uid: Number(idOf('-u')), gid: Number(idOf('-g')) };
const dir = mkdtempSync(join(tmpdir(), 'tollgate-patroni-'));
chmodSync(dir, 0o755);
const children = [];
process.on('exit', () => children.forEach(({ child }) => signalAll(child, 'SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

function idOf(flag) {
  return execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim();
}

/** Starts a program in a process group of its own, so that what it starts can be ended with it. */
function start(name, command, args, options = {}) {
  const log = openSync(join(dir, `${name}.log`), 'a');
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log], cwd: dir, ...options });
  children.push({ name, child });
  return child;
}

/** PostgreSQL's server is in a group of its own: it is found by the file that it keeps. */
function signalAll(child, signal, node) {
  const groups = [child.pid, ...(node ? [postmasterOf(node)] : [])];
  for (const pid of groups)
    for (const target of pid ? [-pid, ...childrenOf(pid)] : []) tryKill(target, signal);
}

function tryKill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

function postmasterOf({ name }) {
  try {
    return Number(readFileSync(join(dir, name, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function childrenOf(pid) {
  try {
    return [
      pid,
      ...execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
        .trim()
        .split(/\s+/)
        .map(Number),
    ];
  } catch {
    return [pid];
  }
}

async function until(condition, complaint) {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline; await delay(200))
    if (await Promise.resolve(condition()).catch(() => false)) return;
  throw new Error(`${complaint}; logs are in ${dir}`);
}

function startPatroni(node) {
  const home = join(dir, node.name);
  mkdirSync(home, { recursive: true });
  chownSync(home, unprivileged.uid, unprivileged.gid);
  const config = {
    scope: 'tollgate',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    etcd3: { host: `127.0.0.1:${ETCD_PORT}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }],
      pg_hba: ['host replication all 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${node.postgres}`,
      connect_address: `127.0.0.1:${node.postgres}`,
      data_dir: join(home, 'data'),
      bin_dir: '/usr/lib/postgresql/15/bin',
      authentication: {
        replication: { username: 'replicator', password: 'x' },
        superuser: { username: 'postgres', password: 'x' },
      },
      parameters: { unix_socket_directories: '', max_connections: 150, timezone: 'UTC' },
    },
  };
  const file = join(dir, `${node.name}.json`);
  writeFileSync(file, JSON.stringify(config));
  return start(node.name, 'patroni', [file], {
    ...unprivileged,
    env: { PATH: process.env.PATH, HOME: home },
  });
}

const stateOf = async ({ rest }) =>
  (await fetch(`http://127.0.0.1:${rest}/patroni`, { signal: AbortSignal.timeout(1_000) })).json();
async function primary() {
  const states = await Promise.all(nodes.map((node) => stateOf(node).catch(() => undefined)));
  const masters = nodes.filter(
    (_, index) => states[index]?.role === 'master' && states[index]?.state === 'running',
  );
  // A member that was frozen still reports itself as primary until its next check.
  return masters.length === 1 ? masters[0] : undefined;
}
/** True if commits wait for a replica. */
async function isSynchronous() {
  const checks = nodes.map(({ rest }) =>
    fetch(`http://127.0.0.1:${rest}/synchronous`, { signal: AbortSignal.timeout(1_000) }),
  );
  return (await Promise.allSettled(checks)).some(({ value }) => value?.status === 200);
}

function startProxy() {
  const servers = nodes.map(
    ({ name, postgres, rest }) =>
      `  server ${name} 127.0.0.1:${postgres} check port ${rest} inter 1s fall 2 rise 1`,
  );
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen postgres',
    `  bind 127.0.0.1:${PROXY_PORT}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server on-marked-down shutdown-sessions',
    ...servers,
  ];
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, `${lines.join('\n')}\n`);
  start('haproxy', 'haproxy', ['-db', '-f', file]);
}

const received = new Set();
function startReceiver() {
  createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const event = JSON.parse(body);
      received.add(`${event.key} ${event.data.id}`);
      response.end();
    });
  }).listen(RECEIVER_PORT, '127.0.0.1');
}

const answered = [];
let refused = 0;
let unknown = 0;
let lastDoneAt = 0;
let isOver = false;
async function client(number) {
  const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;
  for (let count = 1; !isOver; count += 1, await delay(25)) {
    const expires = new Date(Date.now() + 10_000).toISOString();
    const body = new URLSearchParams({
      amount: '2000',
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/',
      expires_at: expires,
    });
    const url = `http://127.0.0.1:${API_PORTS[count % 2]}/charges`;
    const headers = { authorization, ...(number % 2 && { 'idempotency-key': `${number}-${count}` }) };
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers,
      signal: AbortSignal.timeout(60_000),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer?.status === 200) {
      answered.push(JSON.parse(text).id);
      lastDoneAt = performance.now();
    } else if (answer?.status === 503) refused += 1;
    else unknown += 1;
  }
}

/** Breaks something; says how long no write was acknowledged. */
async function scenario(name, breakIt, mend) {
  await until(
    async () => (await primary()) && (await isSynchronous()),
    'no primary with a synchronous replica',
  );
  await delay(3_000);
  const before = await primary();
  const [count, refusals, unknowns] = [answered.length, refused, unknown];
  const brokenAt = performance.now();
  let [gap, previous] = [0, lastDoneAt];
  const watch = setInterval(() => {
    gap = Math.max(gap, performance.now() - Math.max(previous, lastDoneAt));
    previous = lastDoneAt;
  }, 50);
  const ready = new Map();
  const watchReady = setInterval(async () => {
    const { status = 0 } =
      (await fetch(`http://127.0.0.1:${API_PORTS[0]}/readyz`).catch(() => undefined)) ?? {};
    ready.set(status, (ready.get(status) ?? 0) + 1);
  }, 500);
  await breakIt(before);
  await until(async () => {
    const now = await primary();
    return now && now.name !== before.name;
  }, `${name}: no other primary`);
  const electedAt = performance.now();
  await until(() => lastDoneAt > electedAt, `${name}: no write after the failover`);
  await delay(5_000);
  clearInterval(watch);
  clearInterval(watchReady);
  const after = await primary();
  await mend?.(before);
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  console.log(
    `${name}: ${before.name} to ${after?.name}, elected after ${seconds(electedAt - brokenAt)} s, longest time without a write ${seconds(gap)} s, ` +
      `${answered.length - count} done, ${refused - refusals} answered 503, ${unknown - unknowns} otherwise, /readyz ${JSON.stringify([...ready])}`,
  );
}

console.log(`DATABASE_URL: ${MODE}; logs in ${dir}`);
start('etcd', 'etcd', [
  ...['--data-dir', join(dir, 'etcd'), '--listen-client-urls', `http://127.0.0.1:${ETCD_PORT}`],
  ...[
    '--advertise-client-urls',
    `http://127.0.0.1:${ETCD_PORT}`,
    '--listen-peer-urls',
    `http://127.0.0.1:${ETCD_PORT + 1}`,
  ],
  ...[
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${ETCD_PORT + 1}`,
    '--initial-cluster',
    `default=http://127.0.0.1:${ETCD_PORT + 1}`,
  ],
]);
await until(async () => (await fetch(`http://127.0.0.1:${ETCD_PORT}/health`)).ok, 'etcd does not start');
const patronis = new Map();
for (const node of nodes) {
  patronis.set(node, startPatroni(node));
  await until(async () => (await stateOf(node)).state === 'running', `${node.name} does not start`);
}
startProxy();
startReceiver();
const leader = await primary();
const admin = new pg.Client({
  connectionString: `postgresql://postgres@127.0.0.1:${leader.postgres}/postgres`,
});
await admin.connect();
await admin.query('CREATE DATABASE tollgate');
await admin.end();
const hosts =
  MODE === 'hosts' ? nodes.map(({ postgres }) => `127.0.0.1:${postgres}`).join() : `127.0.0.1:${PROXY_PORT}`;
const databaseUrl = `postgresql://postgres@${hosts}/tollgate${MODE === 'hosts' ? '?target_session_attrs=read-write' : ''}`;
const env = {
  PATH: process.env.PATH,
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: 'warn',
  SANDBOX_SECRET: randomBytes(32).toString('base64'),
  WEBHOOK_URL: `http://127.0.0.1:${RECEIVER_PORT}/`,
  WEBHOOK_RETRY_DELAYS: Array(20).fill('2s').join(),
};
const program = (name, file, more = {}) =>
  start(name, process.execPath, [resolve(import.meta.dirname, '..', 'dist', file)], {
    env: { ...env, ...more },
  });
const migration = program('migrate', 'prisma/migrate.js');
await until(() => migration.exitCode !== null, 'the migration does not end');
const processes = [
  ...API_PORTS.map((port, index) => program(`api-${index}`, 'apps/api/main.js', { API_PORT: String(port) })),
  ...[1, 2].map((number) => program(`worker-${number}`, 'apps/worker/main.js', { TMPDIR: dir })),
];
await until(
  async () =>
    (await Promise.all(API_PORTS.map((port) => fetch(`http://127.0.0.1:${port}/readyz`)))).every(
      ({ ok }) => ok,
    ),
  'the API is not ready',
);
const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
await until(() => answered.length > 100, 'no load comes about');

await scenario(
  'kill -9',
  (node) => signalAll(patronis.get(node), 'SIGKILL', node),
  (node) => void patronis.set(node, startPatroni(node)),
);
await scenario('planned switchover', async (node) => {
  await fetch(`http://127.0.0.1:${node.rest}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: node.name }),
  });
});
await scenario(
  'frozen node',
  (node) => signalAll(patronis.get(node), 'SIGSTOP', node),
  (node) => signalAll(patronis.get(node), 'SIGCONT', node),
);
isOver = true;
await Promise.all(clients);

await until(
  async () => (await primary()) && (await isSynchronous()),
  'no primary with a synchronous replica',
);
const last = await primary();
const reader = new pg.Client({
  connectionString: `postgresql://postgres@127.0.0.1:${last.postgres}/tollgate`,
});
await reader.connect();
const present = new Set((await reader.query('SELECT id FROM charge')).rows.map(({ id }) => id));
const lost = answered.filter((id) => !present.has(id));
const untold = () =>
  ['charge.create', 'charge.complete'].flatMap((key) =>
    [...present].filter((id) => !received.has(`${key} ${id}`)),
  );
await until(() => untold().length === 0, `${untold().length} webhooks did not come`).catch((error) =>
  console.log(error.message),
);
const { rows: late } = await reader.query(
  "SELECT max(extract(epoch FROM event.created_at - expires_at))::int AS seconds FROM charge JOIN event ON object_id = charge.id AND key = 'charge.complete'",
);
await reader.end();
const restarted = processes.filter(
  ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null,
).length;
console.log(
  `acknowledged ${answered.length}, lost ${lost.length}; in the database ${present.size}; webhooks missing ${untold().length}; ` +
    `latest expiry ${late[0].seconds} s after its time; processes that ended ${restarted}`,
);
const isGood = lost.length === 0 && untold().length === 0 && restarted === 0;
if (isGood) process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
process.exit(isGood ? 0 : 1);
