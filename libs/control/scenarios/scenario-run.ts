import type { Metadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import type { CreateFaultDto } from '../faults/fault.dto.js';
import type { ScenarioStep } from './rules/scenarios.js';
import type { RunScenarioDto } from './scenario.dto.js';

const DEFAULT_AMOUNT = 100_000;
const DEFAULT_LIMIT = 5;
const RETURN_URI = 'https://shop.example/return';

export type StepOf<Kind extends ScenarioStep['do']> = Extract<ScenarioStep, { do: Kind }>;

/**
 * A run of a scenario: where, with what, and what it has made until now, by the names that its steps give.
 */
export interface ScenarioRun {
  readonly sandbox: string;
  readonly scope: Scope;
  readonly order: string;
  /** The name of the order in metadata. */
  readonly orderKey: string;
  readonly parameters: RunScenarioDto;
  /** Ids of objects, and names of faults. */
  readonly made: Map<string, string>;
  /** Faults that it has set and not removed. */
  readonly faults: Set<string>;
  /** Aborted when its caller has gone. */
  readonly signal: AbortSignal;
}

/** The parameters of a charge, without its card. */
export function chargeTerms({ on, capture }: StepOf<'charge'>, run: ScenarioRun) {
  const {
    amount = DEFAULT_AMOUNT,
    currency = 'THB',
    source_type: type = on === 'redirect' ? 'mobile_banking_kbank' : 'promptpay',
  } = run.parameters;
  const source = on === 'card' ? {} : { source: { type } };
  return {
    amount,
    currency,
    metadata: metadataOf(run),
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
  { order, made, parameters: { limit = DEFAULT_LIMIT } }: ScenarioRun,
): CreateFaultDto {
  const given: Record<string, unknown> = { ...Object.fromEntries(made), limit, order };
  const fill = (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('$') ? (given[value.slice(1)] ?? value) : value;
  return JSON.parse(JSON.stringify(fault), fill) as CreateFaultDto;
}

export function metadataOf({ order, orderKey }: ScenarioRun): Metadata {
  return { [orderKey]: order };
}
