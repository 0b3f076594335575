import { parseEnv } from 'node:util';
import { formatDuration } from '#kernel/duration.js';
import { EXIT, Failure } from '../failure.js';
import { isFailure } from '../timeline.js';
import type { Facts, SandboxFacts } from './facts.js';

/** The result of a check, and the remedy. */
export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'mistake';
  readonly text: string;
  readonly remedy?: string;
}

type Found = Omit<Finding, 'check'>;

/** Receivers usually accept signatures up to five minutes old. */
const DRIFT_MS = 60_000;
/** Tolerance between two readings of a clock. */
const AHEAD_MS = 5_000;
const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/;
const SIGNATURE_REFUSED = [400, 401, 403];
const SECOND_MS = 1_000;

const ok = (text: string): Found => ({ level: 'ok', text });
const warning = (text: string, remedy?: string): Found => ({
  level: 'warning',
  text,
  ...(remedy !== undefined && { remedy }),
});
const mistake = (text: string, remedy: string): Found => ({ level: 'mistake', text, remedy });

/** Finds common mistakes. Checks that need a failed one to pass are skipped. */
export function diagnose(facts: Facts): Finding[] {
  const { sandbox } = facts;
  const findings = [named('tollgate', checkTollgate(facts))];
  if (sandbox === undefined) return findings;
  findings.push(named('version', checkVersion(facts)), named('clocks', checkDrift(facts)));
  if (sandbox instanceof Failure) return [...findings, named('access', checkAccess(facts, sandbox))];
  return [
    ...findings,
    named('access', ok(`sandbox ${sandbox.name} is accessible`)),
    named('keys', checkKeys(facts, sandbox)),
    named('addresses', checkAddresses(facts, sandbox)),
    named('webhook secret', checkSecret(facts, sandbox)),
    named('webhooks', checkWebhooks(sandbox)),
    named(
      'held',
      sandbox.held === 0
        ? ok('no webhooks')
        : warning(`webhooks: ${sandbox.held}`, `run: tollgate webhook release --sandbox ${sandbox.name}`),
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
  if (unready === undefined) return ok(`ready at ${controlUrl}`);
  if (isInContainer && LOOPBACK.test(unready))
    return mistake(
      unready,
      'run "tollgate start"; if Tollgate is outside this container, set TOLLGATE_CONTROL_URL with host.docker.internal or its service name',
    );
  if (unready.includes('is not a Tollgate control host'))
    return mistake(
      unready,
      'another program uses this port; set TOLLGATE_CONTROL_URL to the address of Tollgate, or start Tollgate with another CONTROL_PORT',
    );
  return mistake(unready, 'run "tollgate start", or set TOLLGATE_CONTROL_URL if it runs elsewhere');
}

function checkVersion({ version, tollgateVersion }: Facts): Found {
  if (version === tollgateVersion) return ok(`command line and server are ${version}`);
  return warning(
    `the command line is ${version}, the server ${tollgateVersion ?? 'unknown'}; newer calls may fail`,
    'install the same version of both',
  );
}

function checkDrift({ driftMs }: Facts): Found {
  if (Math.abs(driftMs) < DRIFT_MS) return ok('local and server clock agree');
  const by = formatDuration(Math.round(Math.abs(driftMs) / SECOND_MS) * SECOND_MS);
  return mistake(
    `the server's clock is ${by} ${driftMs > 0 ? 'ahead of' : 'behind'} the local clock; receivers here may reject webhook signatures as expired`,
    'synchronize both clocks, or restart the virtual machine',
  );
}

function checkAccess({ values, sandboxName }: Facts, { message, exitCode }: Failure): Found {
  const key = values['TOLLGATE_SECRET_KEY'];
  if (values['CONTROL_TOKEN'] === undefined && key?.startsWith('pkey_') === true)
    return mistake(
      'TOLLGATE_SECRET_KEY is a public key',
      'set it to the secret key, which begins with skey_',
    );
  if (exitCode === EXIT.forbidden) {
    const remedy =
      'set CONTROL_TOKEN to the token of the server, or TOLLGATE_SECRET_KEY to the key of an existing sandbox';
    return mistake(message, remedy);
  }
  const remedy = `run "tollgate sandbox list" for existing sandboxes; TOLLGATE_SECRET_KEY may belong to another sandbox than ${sandboxName}`;
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
        `${setting} has the key for ${other}`,
        'secret keys begin with skey_, public keys with pkey_, followed by test_ in test mode',
      );
    return mistake(
      `${setting} does not match sandbox ${name}`,
      `run "tollgate sandbox get ${name}" for its keys`,
    );
  }
  return ok(`match sandbox ${name}`);
}

function checkAddresses(
  { values, isInContainer, controlUrl }: Facts,
  { name, urls, env }: SandboxFacts,
): Found {
  const plain = parseEnv(env);
  for (const [host, url] of Object.entries(urls)) {
    const setting = `TOLLGATE_${host.toUpperCase()}_URL`;
    const given = values[setting]?.replace(/\/+$/, '');
    const other = Object.entries(urls).find(([, each]) => each === given)?.[0];
    if (given !== undefined && other !== undefined && other !== host)
      return mistake(`${setting} is the address of the ${other} host`, `set it to ${url}`);
    if (given !== undefined && given !== url && given !== plain[setting])
      return warning(
        `${setting} is ${given}, but links of the sandbox use ${url}`,
        `run: tollgate sandbox update ${name} --urls ${host}=${given}`,
      );
    if (isInContainer && given !== undefined && LOOPBACK.test(given) && !LOOPBACK.test(controlUrl))
      return mistake(
        `${setting} is ${given}, which is this container itself`,
        'use host.docker.internal or the service name',
      );
  }
  return ok(`match sandbox ${name}`);
}

function checkSecret({ values }: Facts, { name, webhook_secret: secret }: SandboxFacts): Found {
  const given = values['TOLLGATE_WEBHOOK_SECRET'];
  if (given === undefined) return ok('TOLLGATE_WEBHOOK_SECRET is not set');
  if (given === secret) return ok(`matches sandbox ${name}`);
  return mistake(
    `TOLLGATE_WEBHOOK_SECRET does not match sandbox ${name}; signature checks fail`,
    `run "tollgate sandbox get ${name}" for the secret`,
  );
}

function checkWebhooks({ name, webhookUri, attempts }: SandboxFacts): Found {
  const last = attempts.at(-1);
  if (last !== undefined && isFailure(last)) return checkAttempt(last.details);
  if (webhookUri === null && last === undefined)
    return warning(
      'no receiver is set',
      `run: tollgate sandbox update ${name} --webhook-uri http://127.0.0.1:3000/webhooks`,
    );
  return ok(last === undefined ? `receiver ${webhookUri}, none sent yet` : 'the last attempt succeeded');
}

function checkAttempt({ uri, status, error }: Readonly<Record<string, unknown>>): Found {
  const text = `the last attempt, to ${String(uri)}, failed: ${String(error ?? status)}`;
  if (SIGNATURE_REFUSED.includes(Number(status)))
    return mistake(
      text,
      'check the signature in the receiver: HMAC-SHA256 of the timestamp, a dot and the raw body, with the base64-decoded secret',
    );
  if (status === null && LOOPBACK.test(String(uri)))
    return mistake(
      text,
      "localhost is Tollgate's own machine or container; use host.docker.internal or the service name of the receiver",
    );
  return mistake(
    text,
    'fix the receiver; "tollgate delivery list --status pending" lists pending retries, "tollgate delivery redeliver ID" sends one now',
  );
}

function checkClock({ name, clock, aheadMs }: SandboxFacts): Found {
  if (clock.frozen)
    return warning(
      `frozen at ${clock.now}; work that is due later waits`,
      `run: tollgate clock resume --sandbox ${name}`,
    );
  if (Math.abs(aheadMs) < AHEAD_MS) return ok('real time');
  return warning(
    `${formatDuration(Math.round(Math.abs(aheadMs) / SECOND_MS) * SECOND_MS)} ${aheadMs > 0 ? 'ahead of' : 'behind'} real time`,
  );
}

function checkFaults({ name, activeFaults }: SandboxFacts): Found {
  if (activeFaults.length === 0) return ok('none');
  return warning(
    `active, calls may fail: ${activeFaults.join(', ')}`,
    `run: tollgate fault rm-all --sandbox ${name}`,
  );
}

function checkUnknownKeys({ unknownKeys }: SandboxFacts): Found {
  if (unknownKeys.length === 0) return ok('none in requests');
  return warning(
    `requests used unknown keys: ${unknownKeys.join(', ')}`,
    'run "tollgate request list-keyless"; a deleted and recreated sandbox has new keys',
  );
}
