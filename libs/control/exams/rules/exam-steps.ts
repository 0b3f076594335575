import type { ExamAction, ExamExpectation } from './exam-case.js';

/** An order whose customer has paid. */
export const PAID_ORDER: readonly ExamAction[] = [
  { do: 'order', as: 'charge' },
  { do: 'pay', charge: 'charge' },
];
export const COMPLETE = { do: 'send', event: 'charge.complete', of: 'charge' } as const satisfies ExamAction;
export const ACCEPTED = { expect: 'accepted' } as const satisfies ExamExpectation;
export const STILL_UNPAID = { expect: 'still unpaid' } as const satisfies ExamExpectation;
export const PAID = { expect: 'paid' } as const satisfies ExamExpectation;
export const UNCHANGED = { expect: 'unchanged' } as const satisfies ExamExpectation;
export const NO_SECOND_CALL = {
  expect: 'no second call',
  charge: 'charge',
} as const satisfies ExamExpectation;
