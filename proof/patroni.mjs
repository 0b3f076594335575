// Runs Tollgate on a PostgreSQL that fails over by itself, and breaks that under load: `node
// proof/patroni.mjs [haproxy|hosts]`. docs/reliability.md has the results.
//
// Starts three nodes of Patroni with synchronous replication, etcd and HAProxy on loopback, two processes of the
// API, two workers and a receiver. Needs root (PostgreSQL runs as `postgres`), the packages patroni, etcd-server,
// haproxy and postgresql-15 of Debian, and `npm run build` before. With `hosts`, DATABASE_URL names the three
// nodes instead of HAProxy.
/* global AbortSignal */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';
import pg from 'pg';

const MODE = process.argv[2] ?? 'haproxy';
const [ETCD_PORT, PEER_PORT, PROXY_PORT, RECEIVER_PORT] = [28_000, 28_001, 28_002, 28_005];
const API_PORTS = [28_003, 28_004];
const NODES = [1, 2, 3].map((number) => ({
  name: `node${number}`,
  postgres: 28_010 + number,
  rest: 28_020 + number,
}));
const CLIENTS = 4;
const LIMIT_MS = 180_000;
const SECRET_KEY = 'skey_test_tollgate';

const dir = mkdtempSync(join(tmpdir(), 'tollgate-patroni-'));
chmodSync(dir, 0o755);
const children = [];
process.on('exit', () => {
  for (const node of NODES) signalNode(node, 'KILL');
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

function start(name, command, args, options = {}) {
  const log = openSync(join(dir, `${name}.log`), 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log], cwd: dir, ...options });
  children.push(child);
  return child;
}

async function until(condition, complaint) {
  for (const deadline = performance.now() + LIMIT_MS; performance.now() < deadline; await delay(200))
    if (await Promise.resolve(condition()).catch(() => false)) return;
  throw new Error(`${complaint}; logs are in ${dir}`);
}

function startEtcd() {
  const [own, peer] = [ETCD_PORT, PEER_PORT].map((port) => `http://127.0.0.1:${port}`);
  const flags = {
    'data-dir': join(dir, 'etcd'),
    'listen-client-urls': own,
    'advertise-client-urls': own,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  start(
    'etcd',
    'etcd',
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
  );
  return until(async () => (await fetch(`${own}/health`)).ok, 'etcd does not start');
}

function startNode(node) {
  const home = join(dir, node.name);
  mkdirSync(home, { recursive: true });
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
  chownSync(home, uid, gid);
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
  const env = { PATH: process.env.PATH, HOME: home };
  node.patroni = start(node.name, 'patroni', [file], { uid, gid, env });
}

/** Signals Patroni, the PostgreSQL server that it started, and the processes of that. */
function signalNode({ name, patroni }, signal) {
  if (!patroni) return;
  const [postmaster = ''] = spawnSync('head', ['-1', join(dir, name, 'data', 'postmaster.pid')])
    .stdout.toString()
    .split('\n');
  const backends = postmaster && spawnSync('pgrep', ['-P', postmaster]).stdout.toString();
  const pids = `${patroni.pid} ${postmaster} ${backends}`.split(/\s+/).filter(Boolean);
  spawnSync('kill', [`-${signal}`, ...pids]);
}

const ask = ({ rest }, path, options = {}) =>
  fetch(`http://127.0.0.1:${rest}${path}`, { signal: AbortSignal.timeout(1_000), ...options });
const stateOf = async (node) => (await ask(node, '/patroni')).json();
async function primary() {
  const states = await Promise.all(NODES.map((node) => stateOf(node).catch(() => undefined)));
  const masters = NODES.filter(
    (_, index) => states[index]?.role === 'master' && states[index]?.state === 'running',
  );
  // A frozen node reports itself as primary until its next check.
  return masters.length === 1 ? masters[0] : undefined;
}
/** Resolves when there is a primary whose commits wait for a replica. */
const untilSynchronous = () =>
  until(async () => {
    const checks = await Promise.allSettled(NODES.map((node) => ask(node, '/synchronous')));
    return checks.some(({ value }) => value?.status === 200) && (await primary());
  }, 'no primary with a synchronous replica');

function startProxy() {
  const servers = NODES.map(
    ({ name, postgres, rest }) =>
      `server ${name} 127.0.0.1:${postgres} check port ${rest} inter 1s fall 2 rise 1`,
  );
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${PROXY_PORT}
  option httpchk GET /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
  ${servers.join('\n  ')}
`,
  );
  start('haproxy', 'haproxy', ['-db', '-f', file]);
}

async function query(node, database, sql) {
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${node.postgres}/${database}`);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

const received = new Set();
function startReceiver() {
  createServer(async (request, response) => {
    const event = JSON.parse((await request.toArray()).join(''));
    received.add(`${event.key} ${event.data.id}`);
    response.end();
  }).listen(RECEIVER_PORT, '127.0.0.1');
}

async function startTollgate() {
  const hosts =
    MODE === 'hosts' ? NODES.map(({ postgres }) => `127.0.0.1:${postgres}`) : [`127.0.0.1:${PROXY_PORT}`];
  const settings = {
    PATH: process.env.PATH,
    DATABASE_URL: `postgresql://postgres@${hosts}/tollgate${MODE === 'hosts' ? '?target_session_attrs=read-write' : ''}`,
    LOG_LEVEL: 'warn',
    SANDBOX_SECRET: randomBytes(32).toString('base64'),
    WEBHOOK_URL: `http://127.0.0.1:${RECEIVER_PORT}/`,
    WEBHOOK_RETRY_DELAYS: Array(20).fill('2s').join(),
  };
  const program = (file) => resolve(import.meta.dirname, '..', 'dist', file);
  // HAProxy leads to replicas until its first checks.
  const migrate = () =>
    spawnSync(process.execPath, [program('prisma/migrate.js')], { env: settings, cwd: dir });
  await until(() => migrate().status === 0, 'the migration fails');
  const startProgram = (name, file, more) =>
    start(name, process.execPath, [program(file)], { env: { ...settings, ...more } });
  const processes = [
    ...API_PORTS.map((port, index) =>
      startProgram(`api-${index}`, 'apps/api/main.js', { API_PORT: `${port}` }),
    ),
    ...[1, 2].map((number) => startProgram(`worker-${number}`, 'apps/worker/main.js', { TMPDIR: dir })),
  ];
  for (const port of API_PORTS)
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, 'the API is not ready');
  return processes;
}

/** The IDs of acknowledged charges, and the number of other answers. */
const acknowledged = [];
let refused = 0;
let unknown = 0;
let lastDoneAt = 0;
let isOver = false;
async function client(number) {
  for (let count = 1; !isOver; count += 1, await delay(25)) {
    const body = new URLSearchParams({
      amount: '2000',
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/',
      expires_at: new Date(Date.now() + 10_000).toISOString(),
    });
    const headers = {
      authorization: `Basic ${btoa(`${SECRET_KEY}:`)}`,
      ...(number % 2 && { 'idempotency-key': `${number}-${count}` }),
    };
    const url = `http://127.0.0.1:${API_PORTS[count % 2]}/charges`;
    const signal = AbortSignal.timeout(60_000);
    const answer = await fetch(url, { method: 'POST', body, headers, signal }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer?.status === 200) {
      acknowledged.push(JSON.parse(text).id);
      lastDoneAt = performance.now();
    } else if (answer?.status === 503) refused += 1;
    else unknown += 1;
  }
}

/** Breaks something, and prints how long no write was acknowledged. */
async function scenario(name, breakIt, mend) {
  await untilSynchronous();
  await delay(3_000);
  const before = await primary();
  const [count, refusals, unknowns] = [acknowledged.length, refused, unknown];
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
      `${acknowledged.length - count} done, ${refused - refusals} answered 503, ${unknown - unknowns} otherwise, /readyz ${JSON.stringify([...ready])}`,
  );
}

console.log(`DATABASE_URL: ${MODE}; logs in ${dir}`);
await startEtcd();
for (const node of NODES) {
  startNode(node);
  await until(async () => (await stateOf(node)).state === 'running', `${node.name} does not start`);
}
startProxy();
startReceiver();
await query(await primary(), 'postgres', 'CREATE DATABASE tollgate');
const processes = await startTollgate();
const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
await until(() => acknowledged.length > 100, 'no load comes about');

await scenario('kill -9', (node) => signalNode(node, 'KILL'), startNode);
await scenario('planned switchover', (node) =>
  ask(node, '/switchover', { method: 'POST', body: JSON.stringify({ leader: node.name }), signal: null }),
);
await scenario(
  'frozen node',
  (node) => signalNode(node, 'STOP'),
  (node) => signalNode(node, 'CONT'),
);
isOver = true;
await Promise.all(clients);

await until(primary, 'no primary');
const last = await primary();
const present = new Set((await query(last, 'tollgate', 'SELECT id FROM charge')).map(({ id }) => id));
const lost = acknowledged.filter((id) => !present.has(id));
const missing = () =>
  ['charge.create', 'charge.complete'].flatMap((key) =>
    [...present].filter((id) => !received.has(`${key} ${id}`)),
  );
await until(() => missing().length === 0, 'webhooks are missing').catch(console.log);
const [late] = await query(
  last,
  'tollgate',
  "SELECT max(extract(epoch FROM event.created_at - expires_at))::int AS seconds FROM charge JOIN event ON object_id = charge.id AND key = 'charge.complete'",
);
const ended = processes.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
console.log(
  `acknowledged ${acknowledged.length}, lost ${lost.length}; in the database ${present.size}; webhooks missing ${missing().length}; ` +
    `latest expiry ${late.seconds} s after its time; processes that ended ${ended}`,
);
const isGood = lost.length === 0 && missing().length === 0 && ended === 0;
if (isGood) process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
process.exit(isGood ? 0 : 1);
