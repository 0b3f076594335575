import type { ScenarioStep } from '#domain/scenarios/scenarios.js';
import type { Scope } from '#domain/scope.js';
import type { CreateFaultDto } from '../faults/fault.dto.js';
import type { RunScenarioDto } from './scenario.dto.js';

const DEFAULT_AMOUNT = 100_000;
const DEFAULT_LIMIT = 5;
const RETURN_URI = 'https://shop.example/return';

/** A step of one kind. */
export type StepOf<Kind extends ScenarioStep['do']> = Extract<ScenarioStep, { do: Kind }>;

/**
 * A run of a scenario: where, with what, and what it has made until now, by the names that its steps give.
 */
export interface ScenarioRun {
  readonly sandbox: string;
  readonly scope: Scope;
  readonly order: string;
  readonly parameters: RunScenarioDto;
  /** Ids of objects, and names of faults. */
  readonly made: Map<string, string>;
  /** Faults that it has set and not removed. */
  readonly faults: Set<string>;
  /** Aborted when its caller has gone. */
  readonly signal: AbortSignal;
}

/** The parameters of a charge, without its card. */
export function chargeTerms({ on, capture }: StepOf<'charge'>, { order, parameters }: ScenarioRun) {
  const {
    amount = DEFAULT_AMOUNT,
    currency = 'THB',
    source_type: type = on === 'redirect' ? 'mobile_banking_kbank' : 'promptpay',
  } = parameters;
  const source = on === 'card' ? {} : { source: { type } };
  return {
    amount,
    currency,
    metadata: { order },
    return_uri: RETURN_URI,
    ...(capture === false && { capture }),
    ...source,
  };
}

/** The step with what the run was given. */
export function filledIn(step: ScenarioStep, run: ScenarioRun): ScenarioStep {
  return step.do === 'fault' ? { ...step, fault: faultTerms(step, run) } : step;
}

/** The fault with what the run was given. */
export function faultTerms(
  { fault }: StepOf<'fault'>,
  { order, parameters: { limit = DEFAULT_LIMIT } }: ScenarioRun,
): CreateFaultDto {
  const asked = JSON.stringify(fault)
    .replaceAll('"$limit"', () => JSON.stringify(limit))
    .replaceAll('"$order"', () => JSON.stringify(order));
  return JSON.parse(asked) as CreateFaultDto;
}
