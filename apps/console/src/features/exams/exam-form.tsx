import type { JSX } from 'react';
import { ORDER_FIELDS, ORDER_URL, RECEIVER, RunForm, type Choice, type Field } from '../shops/run-form';
import { useExamCases } from './exam-cases';
import { DEFAULTS, FIRST_CASE } from './exam-words';

const FIELDS: readonly Field[] = [
  RECEIVER,
  {
    name: 'probe',
    label: 'Probe URL',
    description: 'Returns an order as JSON. Without it only responses are judged.',
    placeholder: ORDER_URL,
  },
  {
    name: 'checkout',
    label: 'Checkout URL',
    description: 'Begins an order by POST. Without it Tollgate creates the charges.',
    placeholder: ORDER_URL,
  },
  ...ORDER_FIELDS,
];

/** The parameters and the cases of a new exam. */
export function ExamForm(): JSX.Element {
  const cases = useExamCases();
  const choices = cases.data?.map(({ name, title, why }): Choice => {
    const isFixed = name === FIRST_CASE;
    return {
      name,
      label: isFixed ? `${title} (in every exam)` : title,
      isFixed,
      more: (
        <details className="exam-why">
          <summary aria-label={`Why: ${title}`}>Why</summary>
          {why}
        </details>
      ),
    };
  });
  return (
    <RunForm
      kind="exam"
      defaults={DEFAULTS}
      fields={FIELDS}
      noun="case"
      chosenBy="only"
      choices={choices}
      error={cases.error}
    />
  );
}
