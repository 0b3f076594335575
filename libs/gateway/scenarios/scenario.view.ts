import type { Scenario } from '#domain/scenarios/scenarios.js';
import { sayStep } from '#domain/scenarios/scenarios.js';
import type { TimelineEntryView } from '../timeline/timeline-entry.view.js';

/** A story that can be run in a sandbox. */
export interface ScenarioView {
  object: 'scenario';
  /** @example "paid-then-expired-late" */
  name: string;
  /** @example "A charge that its customer pays." */
  description: string;
  /**
   * The parameters that it heeds.
   * @example ["amount", "currency", "source_type", "order"]
   */
  parameters: string[];
  /**
   * What it does, in order.
   * @example ["charge: a charge on a source", "pay charge"]
   */
  steps: string[];
}

export interface ScenarioListView {
  object: 'list';
  data: ScenarioView[];
  /** There is one page. */
  next: null;
}

/** What a step of a run made or changed. */
export interface ScenarioStepView {
  /** @example "pay charge" */
  step: string;
  /**
   * The object that it made or changed; null for a step of the clock.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string | null;
}

/** What a run of a scenario made. */
export interface ScenarioRunView {
  object: 'scenario_run';
  /** @example "paid" */
  scenario: string;
  dry_run: boolean;
  /**
   * What is in `metadata.order` of its charges.
   * @example "1042"
   */
  order: string;
  steps: ScenarioStepView[];
  /**
   * The charges, refunds and disputes that it made, as the API shows them now.
   * @schema { "type": "array", "items": { "type": "object" } }
   * @example []
   */
  objects: object[];
  /**
   * The names of the faults that it has set and not removed.
   * @example []
   */
  faults: string[];
  /** What happened, in the order of commits. */
  timeline: TimelineEntryView[];
  /**
   * What to do to see the rest, where the story is about a call of your own; null otherwise.
   * @example null
   */
  next: string | null;
}

export function scenarioView(scenario: Scenario): ScenarioView {
  const { name, description, steps } = scenario;
  return { object: 'scenario', name, description, parameters: parametersOf(scenario), steps: steps.map(sayStep) };
}

function parametersOf({ steps }: Scenario): string[] {
  const has = (kind: string): boolean => steps.some((step) => step.do === kind);
  const isOnSource = steps.some((step) => step.do === 'charge' && step.on !== 'card');
  const text = JSON.stringify(steps);
  return [
    ...(has('charge') ? ['amount', 'currency'] : []),
    ...(isOnSource ? ['source_type'] : []),
    ...(has('charge') || text.includes('$order') ? ['order'] : []),
    ...(has('decline') ? ['failure_code'] : []),
    ...(text.includes('$limit') ? ['limit'] : []),
  ];
}
