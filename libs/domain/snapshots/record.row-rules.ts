import { API_VERSIONS } from '../api-versions/versions.js';
import { FAULT_SUBJECTS, type FaultEffect, type FaultSubject } from '../faults/fault.js';
import { askedEffect, readEffect } from '../faults/fault-effect.js';
import { MAX_SKIP, MAX_TIMES, readMatch } from '../faults/fault-terms.js';
import {
  boolean,
  count,
  idOf,
  integer,
  nullable,
  object,
  oneOf,
  own,
  pattern,
  personal,
  reference,
  short,
  someTime,
  text,
  time,
  webhookUri,
} from './column-rules.js';
import { withoutPersonalText } from './personal-texts.js';
import { have, type Row, type TableRules } from './table-rules.js';

const hash = pattern(/^[A-Za-z0-9+/]{43}=$/, 'a hash in Base64');
const EVENT_KEY = pattern(/^[a-z_]+(\.[a-z_]+){1,2}$/, 'the key of an event');

/** Rows of events, deliveries, idempotency keys and clock moves. */
export const RECORD_ROWS: Readonly<Record<string, TableRules>> = {
  event: {
    columns: {
      id: idOf('event'),
      ...own,
      key: EVENT_KEY,
      object_id: reference(
        'charge',
        'customer',
        'card',
        'dispute',
        'refund',
        'recipient',
        'transfer',
        'schedule',
        'link',
      ),
      api_version: oneOf(API_VERSIONS),
      body: personal(object, withoutPersonalText),
      request_id: nullable(text(128)),
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
      id: idOf('webhook_delivery'),
      ...own,
      event_id: reference('event'),
      uri: webhookUri,
      attempt_count: count,
      extra_count: count,
      status: oneOf(['pending', 'held', 'delivered', 'exhausted']),
      next_attempt_at: someTime,
      claimed_number: nothing,
      claimed_until: nothing,
      fault: nullable(text(64)),
      fault_effect: nullable(webhookEffect),
      fault_call: nullable(count),
    },
    together: (row) => {
      if ((row['extra_count'] as number) > (row['attempt_count'] as number))
        return 'extra_count must not be more than attempt_count';
      return have(row, ['pending', 'held'].includes(row['status'] as string), 'next_attempt_at');
    },
  },
  webhook_attempt: {
    columns: {
      delivery_id: deliveryId,
      number: integer(1, 1_000_000),
      started_at: time,
      duration_ms: count,
      status: nullable(integer(100, 599)),
      error: nullable(text(1_024)),
      answer_start: personal(nullable(text(4_096))),
      trigger: oneOf(['schedule', 'manual', 'fault']),
      uri: nullable(webhookUri),
      connect_ms: nullable(count),
      first_byte_ms: nullable(count),
      headers: nullable(object),
      address: personal(short),
      answer_headers: personal(nullable(object)),
      machine_at: someTime,
      fault: nullable(text(64)),
    },
  },
  idempotency_key: {
    columns: {
      livemode: boolean,
      key_kind: oneOf(['secret', 'public']),
      key_hash: hash,
      fingerprint: hash,
      status: integer(200, 499),
      body: object,
      created_at: time,
    },
  },
  fault: {
    columns: {
      id: pattern(/^flt_[0-9a-z]{19}$/, 'the id of a fault'),
      name: pattern(/^[A-Za-z0-9_-]{1,64}$/, 'the name of a fault: at most 64 letters, digits, - and _'),
      subject: oneOf(FAULT_SUBJECTS),
      side: oneOf(['before', 'after']),
      match: object,
      skip: integer(0, MAX_SKIP),
      times: nullable(integer(1, MAX_TIMES)),
      probability: fraction,
      seed: text(255),
      must_fire: boolean,
      effect: personal(object, withoutPersonalText),
      matched_count: count,
      fired_count: count,
      awaited_count: count,
      window_number: nullable(integer(0, Number.MAX_SAFE_INTEGER)),
      window_count: count,
      created_at: time,
      machine_at: time,
      expires_at: time,
      matched_at: someTime,
    },
    together: (row) => {
      if (String(row['expires_at']) < String(row['machine_at']))
        return 'expires_at must not be before machine_at';
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
      id: pattern(/^clkm_[0-9a-f-]{36}$/, 'the id of a move of a clock'),
      action: oneOf(['freeze', 'resume', 'advance']),
      status: oneOf(['done', 'unfinished', 'interrupted']),
      from_at: time,
      to_at: time,
      runs_on: boolean,
      started_at: time,
      ended_at: time,
      claimed_until: nothing,
      listener_pid: nothing,
      why: nullable(text(1_024)),
      request_id: nullable(text(128)),
    },
    together: (row) =>
      String(row['to_at']) < String(row['from_at']) ? 'to_at must not be before from_at' : undefined,
  },
};

function webhookEffect(value: unknown): string | undefined {
  return isEffect('webhook', value as FaultEffect) ? undefined : 'must be an effect of faults on webhooks';
}

function fraction(value: unknown): string | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'must be from 0 to 1';
}

/** True if the same fault could be created through the API. */
function isEffect(subject: FaultSubject, effect: FaultEffect): boolean {
  try {
    const read = readEffect(subject, askedEffect(effect)) as Row;
    const names = Object.keys(effect);
    return (
      names.length === Object.keys(read).length &&
      names.every((name) => read[name] === (effect as unknown as Row)[name])
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
  return idOf('webhook_delivery')(value, false) && idOf('webhook_delivery')(value, true);
}
