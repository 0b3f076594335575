import type { ReportView, SituationState } from '#control/report/report.view.js';

const STATES: Readonly<Record<SituationState, string>> = {
  checked: 'checked',
  unchecked: 'not checked',
  never: 'never met',
};

export function sayState(state: SituationState): string {
  return STATES[state];
}

/** The counts as a sentence: `51 situations: 31 checked (60 %), 2 not checked, 18 never met; 1 advice`. */
export function summaryOf({ counts, percent, situations, advice }: ReportView): string {
  const { checked, unchecked, never } = counts;
  const states = `${checked} checked (${percent} %), ${unchecked} not checked, ${never} never met`;
  return `${situations.length} situations: ${states}; advice: ${advice.length}`;
}
