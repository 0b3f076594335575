import { Checkbox, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { Json } from '../../ui/json';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { counted } from '../../ui/words';
import { useExamCases } from './exam-cases';
import { bodyOf, commandOf, DEFAULTS, FIRST_CASE, type Exam, type ExamParameters } from './exam-words';

type Field = readonly [name: keyof ExamParameters, label: string, description: string, placeholder: string];

const URLS: readonly Field[] = [
  ['receiver', 'Receiver URL', 'The webhook endpoint of your shop.', 'http://127.0.0.1:3000/webhooks'],
  [
    'probe',
    'Probe URL',
    'Returns an order as JSON. Without it only responses are judged.',
    'http://127.0.0.1:3000/orders/{order}',
  ],
  [
    'checkout',
    'Checkout URL',
    'Begins an order by POST. Without it Tollgate creates the charges.',
    'http://127.0.0.1:3000/orders/{order}',
  ],
];
const DETAILS: readonly Field[] = [
  ['order_key', 'Order key', 'The metadata key of orders.', DEFAULTS.order_key],
  ['expect', 'Fields', 'The fields of the probe to compare.', DEFAULTS.expect],
  ['settle', 'Settle time', 'Your shop may work this long after its response.', DEFAULTS.settle],
];

/** The parameters and the cases of a new exam. */
export function ExamForm({ receiver }: { readonly receiver: string }): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  const [values, setValues] = useState<Partial<ExamParameters>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const cases = useExamCases();
  const chosen = cases.data?.filter(({ name }) => !left.has(name)) ?? [];
  const parameters: ExamParameters = {
    ...DEFAULTS,
    receiver,
    // An empty field has its default.
    ...Object.fromEntries(Object.entries(values).filter(([name, value]) => value || name === 'receiver')),
    only: left.size === 0 ? '' : chosen.map(({ name }) => name).join(','),
  };
  const field = ([name, label, description, placeholder]: Field): JSX.Element => (
    <TextInput
      key={name}
      size="xs"
      label={label}
      description={description}
      placeholder={placeholder}
      value={values[name] ?? (name === 'receiver' ? receiver : '')}
      onChange={({ currentTarget: { value } }) => setValues((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <Form>
      <Stack gap="sm">
        <div className="columns" style={{ alignItems: 'end' }}>
          {[...URLS, ...DETAILS].map(field)}
        </div>
        <details>
          <summary>
            {left.size === 0 ? 'All cases' : `${counted(chosen.length, 'case')} of ${cases.data?.length}`}
          </summary>
          {cases.error && <Trouble error={cases.error} what="cases" />}
          {cases.isPending && <Skeleton h={240} />}
          {cases.data && <Cases cases={cases.data} left={left} onChange={setLeft} />}
        </details>
        <details>
          <summary>Command line</summary>
          <Json of={commandOf(place.name, parameters)} label="Command" />
        </details>
        <Group>
          <ActionButton
            type="submit"
            variant="filled"
            call={{ method: 'POST', path: `${sandboxPath(place)}/exams`, body: bodyOf(parameters) }}
            done="Exam started"
            onDone={(exam) => void navigate({ to: pathIn(place, `/exams/${(exam as Exam).id}`) })}
            disabled={parameters.receiver === ''}
          >
            Start exam
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  );
}

interface CasesProps {
  readonly cases: NonNullable<ReturnType<typeof useExamCases>['data']>;
  /** The names of those that are left out. */
  readonly left: ReadonlySet<string>;
  readonly onChange: (left: ReadonlySet<string>) => void;
}

/** The cases as checkboxes, each with its reason on demand. The first one is in every exam. */
function Cases({ cases, left, onChange }: CasesProps): JSX.Element {
  const optional = cases.map(({ name }) => name).filter((name) => name !== FIRST_CASE);
  return (
    <Stack gap="xs" pt="xs">
      <Checkbox
        size="xs"
        label={`All ${cases.length} cases`}
        checked={left.size === 0}
        indeterminate={left.size > 0 && left.size < optional.length}
        onChange={() => onChange(new Set(left.size === 0 ? optional : []))}
      />
      <div className="columns broad">
        {cases.map(({ name, title, why }) => (
          <div key={name}>
            <Checkbox
              size="xs"
              label={name === FIRST_CASE ? `${title} (in every exam)` : title}
              checked={!left.has(name)}
              disabled={name === FIRST_CASE}
              onChange={({ currentTarget: { checked } }) =>
                onChange(new Set(checked ? [...left].filter((each) => each !== name) : [...left, name]))
              }
            />
            <details className="exam-why">
              <summary aria-label={`Why: ${title}`}>Why</summary>
              {why}
            </details>
          </div>
        ))}
      </div>
    </Stack>
  );
}
