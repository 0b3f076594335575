import type { Fault } from '#platform/database/generated/client.js';
import type { FaultEffect, FaultMatch, FaultRule, FaultSubject } from './rules/fault.js';

/** The columns of a fault that are cached with its account. */
export type StoredRule = Pick<Fault, 'id' | 'name' | 'subject' | 'side' | 'match' | 'effect'>;

export function toFaultRule({ id, name, subject, side, match, effect }: StoredRule): FaultRule {
  return {
    id,
    name,
    subject: subject as FaultSubject,
    side: side as FaultRule['side'],
    match: match as FaultMatch,
    effect: effect as unknown as FaultEffect,
  };
}
