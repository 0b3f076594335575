import type { Metadata } from '#kernel/metadata.js';
import type { Scope } from '#kernel/scope.js';
import type { CreateFaultDto } from '../faults/fault.dto.js';
import { isByCard, type ScenarioStep } from './rules/scenarios.js';
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
export function chargeTerms(step: StepOf<'charge'>, run: ScenarioRun) {
  const { on, capture, preAuth } = step;
  const { source_type: type = on === 'redirect' ? 'mobile_banking_kbank' : 'promptpay' } = run.parameters;
  return {
    ...scheduledTerms(run),
    return_uri: RETURN_URI,
    ...(capture === false && { capture }),
    ...(preAuth && { authorization_type: 'pre_auth' as const }),
    ...(!isByCard(step) && { source: { type } }),
  };
}

/** The parameters of a charge that a schedule makes, without its customer. */
export function scheduledTerms(run: ScenarioRun) {
  const { amount = DEFAULT_AMOUNT, currency = 'THB' } = run.parameters;
  return { amount, currency, metadata: metadataOf(run) };
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
