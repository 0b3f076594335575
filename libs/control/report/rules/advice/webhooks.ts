import { SECOND_MS } from '#kernel/time.js';
import { isAcknowledged, type AttemptRow, type History, isForged, isStale } from '../history.js';
import { attempts, findingOf, type Advice, type Finding } from './advice.js';

/** Endpoints that take longer are slow. */
const SLOW_MS = 5 * SECOND_MS;
/** Retrievals of one pending charge from which on they are polling. */
const POLLS = 10;
const FIRST_REDIRECT = 300;
const FIRST_SERVER_ERROR = 500;

export const WEBHOOK_ADVICE: readonly Advice[] = [
  {
    name: 'event-not-retrieved',
    title: 'Retrieve the charge that a webhook is about',
    why: 'Webhooks arrive late, twice and out of order, and only the API knows the present state.',
    findings: believedEvents,
  },
  {
    name: 'forged-webhook-accepted',
    title: 'Reject webhooks with a wrong signature',
    why: 'Without this check anybody can mark an order as paid.',
    findings: (history) => acknowledged(history, isForged, 'a webhook with a wrong or no signature'),
  },
  {
    name: 'stale-webhook-accepted',
    title: 'Reject webhooks that were signed long ago',
    why: 'A recorded webhook could be sent again.',
    findings: (history) => acknowledged(history, isStale, 'a webhook that was signed an hour ago'),
  },
  {
    name: 'valid-webhook-rejected',
    title: 'Answer valid webhooks with 2xx',
    why: 'Rejected webhooks are retried, then given up. Redirects are not followed.',
    findings: (history) =>
      attempts(
        history,
        (one) =>
          mustBeAccepted(one) &&
          one.status !== null &&
          one.status >= FIRST_REDIRECT &&
          one.status < FIRST_SERVER_ERROR,
        ({ key, status }) => `${key} was answered ${status}`,
      ),
  },
  {
    name: 'slow-acknowledgement',
    title: 'Answer webhooks first, and work afterwards',
    why: 'A webhook whose answer comes too late is sent again.',
    findings: (history) =>
      attempts(
        history,
        (one) =>
          one.change?.hangsUp !== true &&
          (one.error === 'timeout' || (one.status !== null && one.duration_ms >= SLOW_MS)),
        ({ key, duration_ms: ms }) => `${key} took ${(ms / SECOND_MS).toFixed(1)} s`,
      ),
  },
  {
    name: 'polling',
    title: 'Wait for the webhook',
    why: 'Calls count towards the rate limit, and the webhook is sooner.',
    findings: polls,
  },
];

function acknowledged(history: History, isMeant: (attempt: AttemptRow) => boolean, what: string): Finding[] {
  return attempts(
    history,
    (one) => isMeant(one) && isAcknowledged(one),
    ({ status }) => `${what} was answered ${status}`,
  );
}

/** A shop may refuse an event that differs from what the API says. */
function mustBeAccepted(one: AttemptRow): boolean {
  const { body, isSecretUnset } = one.change ?? {};
  return !isForged(one) && !isStale(one) && body === undefined && isSecretUnset !== true;
}

function believedEvents(history: History): Finding[] {
  const believed = new Set<string>();
  return attempts(
    history,
    (one) => {
      const { object_id: object, started_at: at, event_id: event } = one;
      if (one.key !== 'charge.complete' || !isAcknowledged(one) || believed.has(object)) return false;
      // The answer to the shop's own call said the same.
      if (history.call(history.event(event)?.trigger_id ?? null)) return false;
      if (history.callsAbout(object).some((call) => call.method === 'GET' && call.at >= at)) return false;
      believed.add(object);
      return true;
    },
    ({ object_id: object }) => `charge.complete was acknowledged, and ${object} never retrieved`,
  );
}

function polls(history: History): Finding[] {
  return history.charges.flatMap(({ id }) => {
    const webhook = history
      .attemptsAbout(id)
      .find((one) => one.key === 'charge.complete' && isAcknowledged(one));
    if (!webhook) return [];
    const before = history
      .callsAbout(id)
      .filter(
        ({ method, path, at }) => method === 'GET' && path === `/charges/${id}` && at < webhook.started_at,
      );
    const last = before.at(-1);
    if (!last || before.length < POLLS) return [];
    return [findingOf(last, `${id} was retrieved ${before.length} times before its webhook`)];
  });
}
