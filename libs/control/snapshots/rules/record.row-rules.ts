import { API_VERSIONS } from '#kernel/api-versions/versions.js';
import { FAULT_SUBJECTS, type FaultEffect, type FaultSubject } from '#engine/faults/rules/fault.js';
import { effectParams, readEffect } from '#engine/faults/rules/fault-effect.js';
import { ATTEMPT_TRIGGERS, isAttemptChange } from '#engine/webhooks/rules/attempt-change.js';
import { MAX_SKIP, MAX_TIMES, readMatch } from '../../faults/rules/fault-terms.js';
import * as is from './column-rules.js';
import type { Row, TableRules } from './table-rules.js';

const hash = is.pattern(/^[A-Za-z0-9+/]{43}=$/, 'a hash in Base64');
const triggerId = is.nullable(
  is.pattern(/^((req|act|fire)_[0-9a-z]{19}|clkm_[0-9a-f-]{36})$/, 'the id of a timeline entry'),
);
const EVENT_KEY = is.pattern(/^[a-z_]+(\.[a-z_]+){1,2}$/, 'the key of an event');

/** Rows of events, deliveries, idempotency keys and clock moves. */
export const RECORD_ROWS: Readonly<Record<string, TableRules>> = {
  event: {
    columns: {
      id: is.idOf('event'),
      ...is.own,
      key: EVENT_KEY,
      api_version: is.oneOf(API_VERSIONS),
      body: is.object,
      request_id: is.nullable(is.text(128)),
      trigger_id: triggerId,
      machine_at: nothing,
    },
    together: (row) => {
      const { object: kind, id, key, livemode, data } = row['body'] as Row;
      const isSame =
        kind === 'event' && id === row['id'] && key === row['key'] && livemode === row['livemode'];
      return isSame && typeof data === 'object' && data !== null
        ? undefined
        : 'body must be equal to the event';
    },
  },
  webhook_delivery: {
    columns: {
      id: is.idOf('webhook_delivery'),
      ...is.own,
      uri: is.webhookUri,
      attempt_count: is.count,
      extra_count: is.count,
      status: is.oneOf(['pending', 'held', 'delivered', 'exhausted']),
      next_attempt_at: is.someTime,
      claimed_number: nothing,
      claimed_until: nothing,
      fault: is.nullable(is.text(64)),
      fault_effect: is.nullable(webhookEffect),
      fault_call: is.nullable(is.count),
    },
  },
  webhook_attempt: {
    columns: {
      delivery_id: deliveryId,
      number: is.integer(1, 1_000_000),
      started_at: is.time,
      duration_ms: is.count,
      status: is.nullable(is.integer(100, 599)),
      error: is.nullable(is.text(1_024)),
      answer_start: is.nullable(is.text(8_192)),
      trigger: is.oneOf(ATTEMPT_TRIGGERS),
      trigger_id: triggerId,
      uri: is.nullable(is.webhookUri),
      connect_ms: is.nullable(is.count),
      first_byte_ms: is.nullable(is.count),
      headers: is.nullable(is.object),
      address: is.short,
      answer_headers: is.nullable(is.object),
      machine_at: is.someTime,
      fault: is.nullable(is.text(64)),
      change: is.nullable(attemptChange),
    },
  },
  idempotency_key: {
    columns: {
      livemode: is.boolean,
      key_kind: is.oneOf(['secret', 'public']),
      key_hash: hash,
      fingerprint: hash,
      status: is.integer(200, 499),
      body: is.object,
      created_at: is.time,
    },
  },
  fault: {
    columns: {
      id: is.pattern(/^flt_[0-9a-z]{19}$/, 'the id of a fault'),
      name: is.pattern(/^[A-Za-z0-9_-]{1,64}$/, 'the name of a fault: at most 64 letters, digits, - and _'),
      subject: is.oneOf(FAULT_SUBJECTS),
      side: is.oneOf(['before', 'after']),
      match: is.object,
      skip: is.integer(0, MAX_SKIP),
      times: is.nullable(is.integer(1, MAX_TIMES)),
      probability: fraction,
      seed: is.text(255),
      must_fire: is.boolean,
      effect: is.object,
      matched_count: is.count,
      fired_count: is.count,
      awaited_count: is.count,
      window_number: is.nullable(is.integer(0, Number.MAX_SAFE_INTEGER)),
      window_count: is.count,
      created_at: is.time,
      machine_at: is.time,
      expires_at: is.time,
      matched_at: is.someTime,
    },
    together: (row) => {
      const [matchProblem] = readMatch(row['subject'] as FaultSubject, row['match']).problems;
      if (matchProblem !== undefined) return matchProblem;
      const effect = row['effect'] as FaultEffect;
      if (!isEffect(row['subject'] as FaultSubject, effect))
        return 'effect must be possible for a fault on this subject';
      const most = effect.kind === 'reorder' ? effect.count - 1 : 0;
      return Number(row['awaited_count']) > most
        ? `awaited_count must be at most ${most} with this effect`
        : undefined;
    },
  },
  clock_move: {
    columns: {
      id: is.pattern(/^clkm_[0-9a-f-]{36}$/, 'the id of a move of a clock'),
      action: is.oneOf(['freeze', 'resume', 'advance']),
      status: is.oneOf(['done', 'unfinished', 'interrupted']),
      from_at: is.time,
      to_at: is.time,
      runs_on: is.boolean,
      started_at: is.time,
      ended_at: is.time,
      claimed_until: nothing,
      listener_pid: nothing,
      why: is.nullable(is.text(1_024)),
      request_id: is.nullable(is.text(128)),
    },
  },
};

function attemptChange(value: unknown): string | undefined {
  return isAttemptChange(value) ? undefined : 'must be a change of a webhook';
}

function webhookEffect(value: unknown): string | undefined {
  return isEffect('webhook', value as FaultEffect) ? undefined : 'must be an effect of faults on webhooks';
}

function fraction(value: unknown): string | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'must be from 0 to 1';
}

/** True if the same fault could be created through the API. */
function isEffect(subject: FaultSubject, effect: FaultEffect): boolean {
  try {
    const read = readEffect(subject, effectParams(effect)) as Row;
    const names = Object.keys(effect);
    return (
      names.length === Object.keys(read).length &&
      names.every((name) => JSON.stringify(read[name]) === JSON.stringify((effect as unknown as Row)[name]))
    );
  } catch {
    return false;
  }
}

function nothing(value: unknown): string | undefined {
  return value === null ? undefined : 'must be null';
}

/** An attempt does not say its mode. */
function deliveryId(value: unknown): string | undefined {
  return is.idOf('webhook_delivery')(value, false) && is.idOf('webhook_delivery')(value, true);
}
