import type { Schemas } from '../../api/client';
import { counted } from '../../ui/words';
import { bodyOf, SHOP_DEFAULTS, shopParametersOf, type ShopParameters } from '../shops/shop-words';

export type Soak = Schemas['Soak'];
type Summary = Schemas['SoakSummary'];
export type Finding = Schemas['SoakFinding'];

/** The parameters of a soak, as the API takes them. */
export interface SoakParameters extends ShopParameters {
  readonly orders: string;
  readonly seed: string;
  readonly for: string;
  readonly behaviours: string;
}

/** The API's defaults. */
export const DEFAULTS: SoakParameters = { ...SHOP_DEFAULTS, orders: '', seed: '', for: '', behaviours: '' };

/** The parameters of a soak, with its seed. `known`: the number of behaviours that there are. */
export function parametersOf(soak: Summary, known: number | undefined): SoakParameters {
  const { orders, seed, for: time, behaviours } = soak;
  return {
    ...shopParametersOf(soak),
    orders: String(orders),
    seed: String(seed),
    for: time ?? '',
    behaviours: behaviours.length === known ? '' : behaviours.join(','),
  };
}

/** The body that repeats a finding instead of random orders. */
export function repeatOf(parameters: SoakParameters, plan: Finding['plan']): object {
  return { ...bodyOf({ ...parameters, orders: String(plan.orders.length) }), plan: JSON.stringify(plan) };
}

/** The state of a soak in one word, which has a label and a colour. */
export function outcomeOf({ status, verdict }: Summary): string {
  return status === 'running' ? 'running' : (verdict ?? 'incomplete');
}

/** `200 orders · seed 7`. */
export function sizeOf({ orders, seed }: Summary): string {
  return `${counted(orders, 'order')} · seed ${seed}`;
}

/** How far a soak is, or what came of it. */
export function stateOf(soak: Soak): string {
  const { status, phase, played, orders, steps, skipped, finding, verdict, problem } = soak;
  if (status === 'running') {
    if (problem !== null) return 'Stopping.';
    if (phase === 'learning') return 'Learning what pending, paid and failed orders of your shop look like.';
    if (phase === 'shrinking')
      return `An order does not match its charges. Reducing what happened to a few steps: ${triesText(finding?.tries ?? 0)} so far.`;
    return `${played} of ${orders} orders played.`;
  }
  if (finding) return foundText(finding);
  const sum = `${counted(played, 'order')} played in ${counted(steps - skipped, 'step')}`;
  return verdict === 'passed' ? `${sum}: all of them match their charges.` : `${sum}.`;
}

/** After how many orders it was found, and how it was made small. */
function foundText({ found_after: after, tries, plan, is_repeated: isRepeated }: Finding): string {
  if (tries === 0) return `Found in ${counted(plan.orders.length, 'order')}.`;
  if (!isRepeated) return `Found after ${counted(after, 'order')}, and not again in ${triesText(tries)}.`;
  return `Found after ${counted(after, 'order')}, made small in ${triesText(tries)}: ${counted(plan.orders.length, 'order')}, ${counted(plan.steps.length, 'step')}.`;
}

function triesText(tries: number): string {
  return tries === 1 ? '1 try' : `${tries} tries`;
}
