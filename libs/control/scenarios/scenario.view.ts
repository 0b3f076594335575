import type { TimelineEntryView } from '../timeline/timeline-entry.view.js';
import { isByCard, sayStep, type Scenario } from './rules/scenarios.js';

/** A scenario that can run in a sandbox. */
export interface ScenarioView {
  object: 'scenario';
  /** @example "paid-then-expired-late" */
  name: string;
  /** @example "A charge that its customer pays." */
  description: string;
  /**
   * Parameters that the scenario uses.
   * @example ["amount", "currency", "source_type", "order"]
   */
  parameters: string[];
  /**
   * Steps of the scenario, in order.
   * @example ["charge: a charge on a source", "pay charge"]
   */
  steps: string[];
}

export interface ScenarioListView {
  object: 'list';
  data: ScenarioView[];
  /** Always null: the list has one page. */
  next: null;
}

/** Result of one step. */
export interface ScenarioStepView {
  /** @example "pay charge" */
  step: string;
  /**
   * ID of the object that the step created or changed. Null for a step of the clock.
   * @example "chrg_test_60aaaaaaaaaaaaaaaa1"
   */
  object_id: string | null;
}

/** Result of a scenario. */
export interface ScenarioRunView {
  object: 'scenario_run';
  /** @example "paid" */
  scenario: string;
  dry_run: boolean;
  /**
   * Value of `metadata.order` in the scenario's charges.
   * @example "1042"
   */
  order: string;
  steps: ScenarioStepView[];
  /**
   * Charges, refunds, disputes and schedules of the scenario, in their current state.
   * @schema { "type": "array", "items": { "type": "object" } }
   * @example []
   */
  objects: object[];
  /**
   * Names of the faults that the scenario created and did not remove.
   * @example []
   */
  faults: string[];
  /** Timeline entries of the scenario, in commit order. */
  timeline: TimelineEntryView[];
  /**
   * Next step for you, if the scenario waits for a request of yours. Null otherwise.
   * @example null
   */
  next: string | null;
}

export function scenarioView(scenario: Scenario): ScenarioView {
  const { name, description, steps } = scenario;
  return {
    object: 'scenario',
    name,
    description,
    parameters: parametersOf(scenario),
    steps: steps.map(sayStep),
  };
}

function parametersOf({ steps }: Scenario): string[] {
  const has = (kind: string): boolean => steps.some((step) => step.do === kind);
  const isOnSource = steps.some((step) => step.do === 'charge' && !isByCard(step));
  const text = JSON.stringify(steps);
  return [
    ...(has('charge') || has('subscribe') ? ['amount', 'currency'] : []),
    ...(isOnSource ? ['source_type'] : []),
    ...(has('charge') || text.includes('$order') ? ['order'] : []),
    ...(has('decline') ? ['failure_code'] : []),
    ...(text.includes('$limit') ? ['limit'] : []),
  ];
}
