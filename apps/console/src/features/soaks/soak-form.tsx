import type { JSX } from 'react';
import { ORDER_FIELDS, ORDER_URL, RECEIVER, RunForm, type Field } from '../shops/run-form';
import { useBehaviours } from './soak-behaviours';
import { DEFAULTS } from './soak-words';

const FIELDS: readonly Field[] = [
  RECEIVER,
  {
    name: 'probe',
    label: 'Probe URL',
    description: 'Returns an order as JSON.',
    placeholder: ORDER_URL,
    isRequired: true,
  },
  {
    name: 'checkout',
    label: 'Checkout URL',
    description: 'Begins an order by POST.',
    placeholder: ORDER_URL,
    isRequired: true,
  },
  { name: 'orders', label: 'Orders', description: 'At most 1,000.', placeholder: '200' },
  { name: 'seed', label: 'Seed', description: 'The same seed draws the same orders.', placeholder: 'random' },
  { name: 'for', label: 'Time limit', description: 'No more orders begin after it.', placeholder: 'none' },
  ...ORDER_FIELDS,
];

/** The parameters and the behaviours of a new soak. */
export function SoakForm(): JSX.Element {
  const behaviours = useBehaviours();
  return (
    <RunForm
      kind="soak"
      defaults={DEFAULTS}
      fields={FIELDS}
      noun="behaviour"
      chosenBy="behaviours"
      choices={behaviours.data?.map(({ name, says }) => ({
        name,
        label: (
          <>
            {says} <code>{name}</code>
          </>
        ),
      }))}
      error={behaviours.error}
    />
  );
}
