import './shops.css';
import { Checkbox, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX, type ReactNode } from 'react';
import { answerOf, api } from '../../api/client';
import { Form } from '../../ui/form';
import { Json } from '../../ui/json';
import { usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { counted } from '../../ui/words';
import { StartRun } from './run-actions';
import { bodyOf, commandOf, SHOP_DEFAULTS, type RunKind, type ShopParameters } from './shop-words';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly isRequired?: true;
}

/** Placeholder of URLs about one order. */
export const ORDER_URL = 'http://127.0.0.1:3000/orders/{order}';

export const RECEIVER: Field = {
  name: 'receiver',
  label: 'Receiver URL',
  description: 'The webhook endpoint of your shop.',
  placeholder: 'http://127.0.0.1:3000/webhooks',
  isRequired: true,
};

export const ORDER_FIELDS: readonly Field[] = [
  {
    name: 'order_key',
    label: 'Order key',
    description: 'The metadata key of orders.',
    placeholder: SHOP_DEFAULTS.order_key,
  },
  {
    name: 'expect',
    label: 'Fields',
    description: 'The fields of the probe to compare.',
    placeholder: SHOP_DEFAULTS.expect,
  },
  {
    name: 'settle',
    label: 'Settle time',
    description: 'Your shop may work this long after its response.',
    placeholder: SHOP_DEFAULTS.settle,
  },
];

/** One of several, which are all in the run at first. */
export interface Choice {
  readonly name: string;
  readonly label: ReactNode;
  /** True if it is in every run. */
  readonly isFixed?: boolean;
  /** Below it. */
  readonly more?: ReactNode;
}

interface RunFormProps<T extends ShopParameters> {
  readonly kind: RunKind;
  readonly defaults: T;
  readonly fields: readonly Field[];
  /** Says of what the choices are. */
  readonly noun: string;
  /** The parameter that names the chosen ones. */
  readonly chosenBy: keyof T & string;
  /** `undefined` until they are known. */
  readonly choices: readonly Choice[] | undefined;
  /** Why the choices are not known. */
  readonly error: Error | null;
}

/** The parameters of a new run against a shop, at first the webhook URL of the sandbox. */
export function RunForm<T extends ShopParameters>(props: RunFormProps<T>): JSX.Element {
  const { kind, defaults, fields, noun, chosenBy, choices, error } = props;
  const place = usePlace();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const path = { name: place.name };
  const sandbox = useQuery({
    queryKey: ['sandbox', place.name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path } })),
  });
  const values: typeof entered = { receiver: sandbox.data?.test.webhook_uri ?? '', ...entered };
  const all = choices ?? [];
  const chosen = all.filter(({ name }) => !left.has(name));
  const parameters: T = {
    ...defaults,
    // An empty field has its default.
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
    [chosenBy]: left.size === 0 ? '' : chosen.map(({ name }) => name).join(','),
  };
  const isMissing = fields.some(({ name, isRequired }) => isRequired && !values[name]);
  return (
    <Form>
      <Stack gap="sm">
        <div className="columns" style={{ alignItems: 'end' }}>
          {fields.map(({ name, label, description, placeholder, isRequired }) => (
            <TextInput
              key={name}
              size="xs"
              label={label}
              description={description}
              placeholder={placeholder}
              withAsterisk={isRequired}
              value={values[name] ?? ''}
              onChange={({ currentTarget: { value } }) => setEntered((now) => ({ ...now, [name]: value }))}
            />
          ))}
        </div>
        <details>
          <summary>
            {left.size === 0 ? `All ${noun}s` : `${counted(chosen.length, noun)} of ${all.length}`}
          </summary>
          {error && <Trouble error={error} what={`${noun}s`} />}
          {!choices && !error && <Skeleton h={240} />}
          {choices && <Choices of={choices} noun={noun} left={left} onChange={setLeft} />}
        </details>
        <details>
          <summary>Command line</summary>
          <Json of={commandOf(kind, place.name, parameters)} label="Command" />
        </details>
        <Group>
          <StartRun
            kind={kind}
            type="submit"
            variant="filled"
            body={bodyOf(parameters)}
            disabled={isMissing || (left.size > 0 && chosen.length === 0)}
          >
            {`Start ${kind}`}
          </StartRun>
        </Group>
      </Stack>
    </Form>
  );
}

interface ChoicesProps {
  readonly of: readonly Choice[];
  readonly noun: string;
  /** The names of those that are left out. */
  readonly left: ReadonlySet<string>;
  readonly onChange: (left: ReadonlySet<string>) => void;
}

/** The choices as checkboxes. */
function Choices({ of, noun, left, onChange }: ChoicesProps): JSX.Element {
  const optional = of.filter(({ isFixed }) => !isFixed).map(({ name }) => name);
  return (
    <Stack gap="xs" pt="xs">
      <Checkbox
        size="xs"
        label={`All ${of.length} ${noun}s`}
        checked={left.size === 0}
        indeterminate={left.size > 0 && left.size < optional.length}
        onChange={() => onChange(new Set(left.size === 0 ? optional : []))}
      />
      <div className="columns broad">
        {of.map(({ name, label, isFixed, more }) => (
          <div key={name}>
            <Checkbox
              size="xs"
              label={label}
              checked={!left.has(name)}
              disabled={isFixed}
              onChange={({ currentTarget: { checked } }) =>
                onChange(new Set(checked ? [...left].filter((each) => each !== name) : [...left, name]))
              }
            />
            {more}
          </div>
        ))}
      </div>
    </Stack>
  );
}
