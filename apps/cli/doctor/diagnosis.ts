import { parseEnv } from 'node:util';
import { formatDuration } from '#domain/duration.js';
import { EXIT, Failure } from '../failure.js';
import { isFailure } from '../timeline.js';
import type { Facts, SandboxFacts } from './facts.js';

/** What a check has found, and what mends it. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'mistake';
  readonly text: string;
  readonly remedy?: string;
}

type Found = Omit<Finding, 'check'>;

/** What receivers usually allow between the time of a signature and their own is five minutes. */
const DRIFT_MS = 60_000;
/** Between two looks at a clock. */
const AHEAD_MS = 5_000;
const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/;
const SIGNATURE_REFUSED = [400, 401, 403];
const SECOND_MS = 1_000;

const ok = (text: string): Found => ({ level: 'ok', text });
const warning = (text: string, remedy?: string): Found => ({ level: 'warning', text, ...(remedy !== undefined && { remedy }) });
const mistake = (text: string, remedy: string): Found => ({ level: 'mistake', text, remedy });

/** Finds the mistakes that are usual. What cannot be looked at because of one that was found before is left out. */
export function diagnose(facts: Facts): Finding[] {
  const { sandbox } = facts;
  const findings = [named('tollgate', checkTollgate(facts))];
  if (sandbox === undefined) return findings;
  findings.push(named('version', checkVersion(facts)), named('clocks', checkDrift(facts)));
  if (sandbox instanceof Failure) return [...findings, named('access', checkAccess(facts, sandbox))];
  return [
    ...findings,
    named('access', ok(`the sandbox ${sandbox.name} may be looked at`)),
    named('keys', checkKeys(facts, sandbox)),
    named('addresses', checkAddresses(facts, sandbox)),
    named('webhook secret', checkSecret(facts, sandbox)),
    named('webhooks', checkWebhooks(sandbox)),
    named(
      'held',
      sandbox.held === 0 ? ok('no webhooks are held') : warning(`${sandbox.held} webhooks are held`, 'tollgate webhook release'),
    ),
    named('sandbox clock', checkClock(sandbox)),
    named('faults', checkFaults(sandbox)),
    named('unknown keys', checkUnknownKeys(sandbox)),
  ];
}

function named(check: string, found: Found): Finding {
  return { check, ...found };
}

function checkTollgate({ controlUrl, unready, isInContainer }: Facts): Found {
  if (unready === undefined) return ok(`it is ready at ${controlUrl}`);
  if (isInContainer && LOOPBACK.test(unready))
    return mistake(unready, 'inside a container localhost is the container: use host.docker.internal, or the name of the service');
  if (unready.includes('is not Tollgate'))
    return mistake(unready, 'another program has this port: TOLLGATE_CONTROL_URL says where Tollgate is, CONTROL_PORT where it listens');
  return mistake(unready, 'tollgate start; or TOLLGATE_CONTROL_URL, where it runs elsewhere');
}

function checkVersion({ version, tollgateVersion }: Facts): Found {
  if (version === tollgateVersion) return ok(`both are ${version}`);
  return warning(`this is ${version} and Tollgate ${tollgateVersion ?? 'an unknown version'}: calls that only one of them knows fail`);
}

function checkDrift({ driftMs }: Facts): Found {
  if (Math.abs(driftMs) < DRIFT_MS) return ok("this machine's clock and Tollgate's agree");
  const by = formatDuration(Math.round(Math.abs(driftMs) / SECOND_MS) * SECOND_MS);
  return mistake(
    `Tollgate's clock is ${by} ${driftMs > 0 ? 'ahead of' : 'behind'} this machine's: receivers here refuse its signatures as too old or too new`,
    'set the clock of the machine, or restart the virtual one',
  );
}

function checkAccess({ values, sandboxName }: Facts, { message, exitCode }: Failure): Found {
  const key = values['TOLLGATE_SECRET_KEY'];
  if (values['CONTROL_TOKEN'] === undefined && key?.startsWith('pkey_') === true)
    return mistake('TOLLGATE_SECRET_KEY is a public key', 'use the one that begins with skey_');
  if (exitCode === EXIT.forbidden) {
    const remedy = 'CONTROL_TOKEN must be what Tollgate was started with, or TOLLGATE_SECRET_KEY a key of a sandbox that is there';
    return mistake(message, remedy);
  }
  const remedy = `tollgate sandbox list shows those that there are; a key opens its own sandbox alone, and this one may be that of another than ${sandboxName}`;
  return mistake(message, remedy);
}

function checkKeys({ values }: Facts, { name, test, live }: SandboxFacts): Found {
  const expected: Readonly<Record<string, string>> = {
    TOLLGATE_SECRET_KEY: test.secret_key,
    TOLLGATE_PUBLIC_KEY: test.public_key,
    TOLLGATE_LIVE_SECRET_KEY: live.secret_key,
    TOLLGATE_LIVE_PUBLIC_KEY: live.public_key,
  };
  for (const [setting, key] of Object.entries(expected)) {
    const given = values[setting];
    if (given === undefined || given === key) continue;
    const other = Object.entries(expected).find(([, each]) => each === given)?.[0];
    if (other !== undefined)
      return mistake(
        `${setting} is the key that belongs in ${other}`,
        'the secret key begins with skey_, the public one with pkey_, and those of test mode have test_ behind that',
      );
    return mistake(`${setting} is no key of the sandbox ${name}`, `tollgate sandbox get ${name} shows its keys`);
  }
  return ok(`those that are set here are of ${name}`);
}

function checkAddresses({ values, isInContainer, controlUrl }: Facts, { name, urls, env }: SandboxFacts): Found {
  const plain = parseEnv(env);
  for (const [host, url] of Object.entries(urls)) {
    const setting = `TOLLGATE_${host.toUpperCase()}_URL`;
    const given = values[setting]?.replace(/\/+$/, '');
    const other = Object.entries(urls).find(([, each]) => each === given)?.[0];
    if (given !== undefined && other !== undefined && other !== host)
      return mistake(`${setting} is the address of the ${other} host`, `it is ${url}`);
    if (given !== undefined && given !== url && given !== plain[setting])
      return warning(
        `${setting} is ${given}, and links of the sandbox lead to ${url}`,
        `tollgate sandbox update ${name} --urls ${host}=${given}`,
      );
    if (isInContainer && given !== undefined && LOOPBACK.test(given) && !LOOPBACK.test(controlUrl))
      return mistake(
        `${setting} is ${given}, which inside a container is the container`,
        'use host.docker.internal, or the name of the service',
      );
  }
  return ok('those that are set here are as the sandbox says');
}

function checkSecret({ values }: Facts, { name, webhook_secret: secret }: SandboxFacts): Found {
  const given = values['TOLLGATE_WEBHOOK_SECRET'];
  if (given === undefined) return ok('it is not set here');
  if (given === secret) return ok('it is that of the sandbox');
  return mistake(
    `TOLLGATE_WEBHOOK_SECRET is not the secret of the sandbox ${name}: no signature is right`,
    `tollgate sandbox get ${name} shows it`,
  );
}

function checkWebhooks({ name, webhookUri, attempts }: SandboxFacts): Found {
  const last = attempts.at(-1);
  if (last !== undefined && isFailure(last)) return checkAttempt(last.details);
  if (webhookUri === null && last === undefined)
    return warning('they go nowhere', `tollgate sandbox update ${name} --webhook-uri http://127.0.0.1:3000/webhooks`);
  return ok(last === undefined ? `they go to ${webhookUri}, and none was sent yet` : 'the last was taken');
}

function checkAttempt({ uri, status, error }: Readonly<Record<string, unknown>>): Found {
  const text = `the last one, to ${String(uri)}, was not taken: ${String(error ?? status)}`;
  if (SIGNATURE_REFUSED.includes(Number(status)))
    return mistake(
      text,
      'a receiver that refuses usually signs something else: the timestamp, a dot and the body as it came, with the base64-decoded secret',
    );
  if (status === null && LOOPBACK.test(String(uri)))
    return mistake(
      text,
      'localhost is the machine, or the container, that Tollgate runs in: a receiver outside of it is host.docker.internal, or the name of its service',
    );
  return mistake(text, 'tollgate delivery list --status pending shows those that are tried again, tollgate redeliver sends one now');
}

function checkClock({ name, clock, aheadMs }: SandboxFacts): Found {
  if (clock.frozen)
    return warning(`it stands still at ${clock.now}: nothing that is due later comes by itself`, `tollgate clock resume --sandbox ${name}`);
  if (Math.abs(aheadMs) < AHEAD_MS) return ok('it is real time');
  return warning(
    `it is ${formatDuration(Math.round(Math.abs(aheadMs) / SECOND_MS) * SECOND_MS)} ${aheadMs > 0 ? 'ahead of' : 'behind'} real time`,
  );
}

function checkFaults({ name, activeFaults }: SandboxFacts): Found {
  if (activeFaults.length === 0) return ok('none is set');
  return warning(`set are ${activeFaults.join(', ')}: calls fail because of them`, `tollgate fault rm-all --sandbox ${name}`);
}

function checkUnknownKeys({ unknownKeys }: SandboxFacts): Found {
  if (unknownKeys.length === 0) return ok('no request came with a key that is of no sandbox');
  return warning(
    `requests came with keys that are of no sandbox: ${unknownKeys.join(', ')}`,
    'tollgate request list-keyless shows them; a sandbox that was made again has other keys',
  );
}
