import { API_CASES } from './api-cases.js';
import type { ExamCase } from './exam-case.js';
import { COMPLETE, PAID_ORDER } from './exam-steps.js';
import { ORDER_CASES } from './order-cases.js';
import { NO_SECRET_CASE, SIGNATURE_CASES } from './signature-cases.js';

/** The first case: it shows what an order looks like after its payment. */
export const REFERENCE_CASE = 'genuine-event';

/** The cases, in the order of the exam. Each is a heading in docs/exam-cases.md. */
export const EXAM_CASES: readonly ExamCase[] = [
  {
    name: REFERENCE_CASE,
    title: 'Accepts a genuine event',
    why: 'A shop that answers a genuine event with an error, or too late, gets it again for days. Its customer has paid and waits.',
    steps: [...PAID_ORDER, COMPLETE, { expect: 'accepted', explain: true }, { expect: 'fulfilled' }],
  },
  ...SIGNATURE_CASES,
  ...ORDER_CASES,
  ...API_CASES,
  NO_SECRET_CASE,
];
