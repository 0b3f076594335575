import { Button, Group, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import { mainUnits, minorUnits } from '../ui/amounts';
import { useSandboxNow } from '../ui/time';
import {
  dateText,
  optionText,
  type FilterChanges,
  type FilterField,
  type FilterValues,
} from './filter-model';
import type { Filters } from './use-filters';

interface FilterEditorProps {
  readonly filters: Filters;
  /** The currency of amounts. */
  readonly currency: string;
  readonly field: FilterField | undefined;
  readonly onField: (field: FilterField) => void;
  readonly onDone: (changes: FilterChanges) => void;
}

/** The choice of a filter, or the form of the one chosen. */
export default function FilterEditor({
  filters: { fields, values },
  currency,
  field,
  onField,
  onDone,
}: FilterEditorProps): JSX.Element {
  if (!field)
    return (
      <Choices label="Filters">
        {fields.map((each) => (
          <Choice key={each.name} onClick={() => onField(each)}>
            {each.label}
          </Choice>
        ))}
      </Choices>
    );
  const form = { values, onDone };
  switch (field.kind) {
    case 'choice':
      return (
        <Choices label={field.label}>
          {field.options.map((option) => (
            <Choice
              key={option}
              isChosen={values[field.name] === option}
              onClick={() => onDone({ [field.name]: option })}
            >
              {optionText(option)}
            </Choice>
          ))}
        </Choices>
      );
    case 'text':
      return <TextForm key={field.name} field={field} {...form} />;
    case 'amount':
      return <AmountForm currency={currency} {...form} />;
    case 'created':
      return <CreatedForm {...form} />;
    case 'metadata':
      return <MetadataForm {...form} />;
  }
}

function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  // The choice of a filter, which had the focus, is gone.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div ref={box} className="choices" role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface ChoiceProps {
  readonly isChosen?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Choice({ isChosen, onClick, children }: ChoiceProps): JSX.Element {
  return (
    <UnstyledButton onClick={onClick} aria-pressed={isChosen}>
      {children}
    </UnstyledButton>
  );
}

interface FormProps {
  readonly values: FilterValues;
  readonly onDone: (changes: FilterChanges) => void;
}

/** A form whose changes are known, or not yet. */
function Form({
  changes,
  onDone,
  children,
}: {
  readonly changes: FilterChanges | undefined;
  readonly onDone: FormProps['onDone'];
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (changes) onDone(changes);
      }}
    >
      <Stack gap="xs">
        {children}
        <Button type="submit" size="xs" disabled={!changes}>
          Apply filter
        </Button>
      </Stack>
    </form>
  );
}

function TextForm({
  field: { name, label, placeholder, suggestions = [] },
  values,
  onDone,
}: FormProps & { readonly field: Extract<FilterField, { readonly kind: 'text' }> }): JSX.Element {
  const [text, setText] = useState(values[name] ?? '');
  const fitting = suggestions
    .filter((each) => each.includes(text.trim()) && each !== text.trim())
    .slice(0, 8);
  return (
    <Form changes={text.trim() === '' ? undefined : { [name]: text.trim() }} onDone={onDone}>
      <TextInput
        size="xs"
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoFocus
      />
      {fitting.length > 0 && (
        <Choices label="Suggestions">
          {fitting.map((each) => (
            <Choice key={each} onClick={() => onDone({ [name]: each })}>
              {each}
            </Choice>
          ))}
        </Choices>
      )}
    </Form>
  );
}

function AmountForm({ currency, values, onDone }: FormProps & { readonly currency: string }): JSX.Element {
  const shown = (bound = ''): string => (/^\d+$/.test(bound) ? mainUnits(Number(bound), currency) : bound);
  const [from, setFrom] = useState(shown(values['amount_gte']));
  const [to, setTo] = useState(shown(values['amount_lte']));
  const [least, most] = [minorUnits(from, currency), minorUnits(to, currency)];
  const isWrong = (text: string, amount: number | undefined): boolean =>
    text.trim() !== '' && amount === undefined;
  const isReady = (least ?? most) !== undefined && !isWrong(from, least) && !isWrong(to, most);
  return (
    <Form
      changes={isReady ? { amount_gte: least?.toString(), amount_lte: most?.toString() } : undefined}
      onDone={onDone}
    >
      <Group gap="xs" grow>
        <TextInput
          size="xs"
          label={`From (${currency})`}
          inputMode="decimal"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={isWrong(from, least)}
          autoFocus
        />
        <TextInput
          size="xs"
          label={`To (${currency})`}
          inputMode="decimal"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={isWrong(to, most)}
        />
      </Group>
    </Form>
  );
}

const SPANS = [
  ['today', 'Today'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
] as const;

function CreatedForm({ values: { created = '' }, onDone }: FormProps): JSX.Element {
  const today = dateText(useSandboxNow()());
  const [first = '', last = ''] = created.includes('..') ? created.split('..') : [];
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  return (
    <>
      <Choices label="Created">
        {SPANS.map(([value, label]) => (
          <Choice key={value} isChosen={created === value} onClick={() => onDone({ created: value })}>
            {label}
          </Choice>
        ))}
      </Choices>
      <Form changes={from || to ? { created: `${from}..${to}` } : undefined} onDone={onDone}>
        <Group gap="xs" grow>
          <TextInput
            size="xs"
            type="date"
            label="From"
            max={today}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            type="date"
            label="To"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
      </Form>
    </>
  );
}

function MetadataForm({ onDone }: FormProps): JSX.Element {
  const [key, setKey] = useState('order');
  const [value, setValue] = useState('');
  return (
    <Form
      changes={key.trim() && value.trim() ? { [`metadata.${key.trim()}`]: value.trim() } : undefined}
      onDone={onDone}
    >
      <TextInput size="xs" label="Key" value={key} onChange={(event) => setKey(event.currentTarget.value)} />
      <TextInput
        size="xs"
        label="Value"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-autofocus
      />
    </Form>
  );
}
