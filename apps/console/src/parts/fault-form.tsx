import { Fieldset, Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { JSX } from 'react';

/** A fault as the API takes it. The form keeps fields that it does not know. */
export interface FaultDraft {
  readonly on?: unknown;
  readonly match?: Readonly<Record<string, unknown>>;
  readonly do?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

interface Effect {
  readonly label: string;
  readonly does: Readonly<Record<string, unknown>>;
}

/** The effects by what the fault applies to, with values to start from. */
const EFFECTS: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  api: {
    status: { label: 'Return error status', does: { status: 503 } },
    delay: { label: 'Delay', does: { delay: '3s' } },
    disconnect: { label: 'Drop connection', does: { disconnect: true } },
    rate_limit: { label: 'Rate-limit', does: { rate_limit: { limit: 5, per: '1s' } } },
  },
  payment: {
    fail: { label: 'Decline', does: { fail: 'insufficient_fund' } },
    settle: { label: 'Settle automatically', does: { settle: 'successful', after: '5s' } },
    never: { label: 'Stay pending', does: { never: true } },
  },
  webhook: {
    delay: { label: 'Delay', does: { delay: '10m' } },
    duplicate: { label: 'Duplicate', does: { duplicate: 2 } },
    drop: { label: 'Drop', does: { drop: 1 } },
    reorder: { label: 'Reorder', does: { reorder: 2 } },
    corrupt_body: { label: 'Corrupt body', does: { corrupt_body: 1 } },
    wrong_signature: { label: 'Wrong signature', does: { wrong_signature: 1 } },
    stale: { label: 'Stale timestamp', does: { stale: 1 } },
    before_answer: { label: 'Before the API response', does: { before_answer: true } },
  },
};

const ON = [
  { value: 'api', label: 'API responses' },
  { value: 'payment', label: 'Payments' },
  { value: 'webhook', label: 'Webhooks' },
];

/** The conditions by what the fault applies to. */
const MATCHES: Readonly<Record<string, readonly (readonly [name: string, label: string, example: string])[]>> = {
  api: [
    ['route', 'Route', 'POST /charges'],
    ['method', 'Method', 'POST'],
    ['key', 'Key type', 'secret'],
    ['object', 'Object', 'chrg_test_…'],
    ['source_type', 'Payment method', 'promptpay'],
    ['amount', 'Amount', '100000'],
  ],
  payment: [
    ['object', 'Object', 'src_test_…'],
    ['source_type', 'Payment method', 'promptpay'],
    ['amount', 'Amount', '100000'],
  ],
  webhook: [
    ['key', 'Event', 'charge.complete'],
    ['object', 'Object', 'chrg_test_…'],
    ['source_type', 'Payment method', 'promptpay'],
    ['amount', 'Amount', '100000'],
  ],
};

interface FaultFormProps {
  readonly draft: FaultDraft;
  readonly onChange: (draft: FaultDraft) => void;
}

/** The fields of a fault, which write its JSON. */
export function FaultForm({ draft, onChange }: FaultFormProps): JSX.Element {
  const on = typeof draft.on === 'string' && draft.on in EFFECTS ? draft.on : 'api';
  const set = (name: string, value: unknown): void => onChange(without({ ...draft, [name]: value }));
  return (
    <>
      <Group align="flex-end">
        <Select
          size="xs"
          label="Applies to"
          data={ON}
          value={on}
          allowDeselect={false}
          onChange={(value) => value && onChange({ on: value, do: Object.values(EFFECTS[value] ?? {})[0]?.does ?? {} })}
        />
        <EffectFields key={on} effects={EFFECTS[on] ?? {}} does={draft.do ?? {}} onChange={(does) => set('do', does)} />
      </Group>
      <Fieldset legend="Only when (empty = all)">
        <Group align="flex-end">
          {MATCHES[on]?.map(([name, label, example]) => (
            <TextInput
              key={`${on} ${name}`}
              size="xs"
              w={150}
              label={label}
              placeholder={example}
              value={textOf(draft.match?.[name])}
              onChange={({ currentTarget: { value } }) => set('match', withMatch(draft.match, name, value))}
            />
          ))}
          <TextInput
            size="xs"
            w={200}
            label="Metadata"
            placeholder="order=1042"
            defaultValue={metadataText(draft.match?.['metadata'])}
            onChange={({ currentTarget: { value } }) => set('match', withMatch(draft.match, 'metadata', metadataIn(value)))}
          />
        </Group>
      </Fieldset>
      <Group align="flex-end">
        {on === 'api' && (
          <Select
            size="xs"
            w={200}
            label="When"
            data={[
              { value: 'before', label: 'Before processing (nothing is created)' },
              { value: 'after', label: 'After processing (created, response fails)' },
            ]}
            value={draft['when'] === 'after' ? 'after' : 'before'}
            allowDeselect={false}
            onChange={(value) => set('when', value === 'after' ? value : undefined)}
          />
        )}
        <Amount label="Skip first" value={draft['skip']} onChange={(value) => set('skip', value)} />
        <TextInput
          size="xs"
          w={110}
          label="Times"
          placeholder="1, or always"
          value={textOf(draft['times'])}
          onChange={({ currentTarget: { value } }) => set('times', numberIn(value))}
        />
        <Amount
          label="Probability (0 to 1)"
          step={0.1}
          max={1}
          value={draft['probability']}
          onChange={(value) => set('probability', value)}
        />
        <TextInput
          size="xs"
          w={110}
          label="Expires after"
          placeholder="10m"
          value={textOf(draft['ttl'])}
          onChange={({ currentTarget: { value } }) => set('ttl', value || undefined)}
        />
        <TextInput
          size="xs"
          w={150}
          label="Name (optional)"
          placeholder="generated"
          value={textOf(draft['name'])}
          onChange={({ currentTarget: { value } }) => set('name', value || undefined)}
        />
      </Group>
    </>
  );
}

interface EffectFieldsProps {
  readonly effects: Readonly<Record<string, Effect>>;
  readonly does: Readonly<Record<string, unknown>>;
  readonly onChange: (does: object) => void;
}

/** The effect and its values. */
function EffectFields({ effects, does, onChange }: EffectFieldsProps): JSX.Element {
  const kind = Object.keys(effects).find((name) => name in does) ?? null;
  const inner = kind !== null && typeof does[kind] === 'object' ? (does[kind] as Readonly<Record<string, unknown>>) : undefined;
  const values = Object.entries(inner ?? does).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const write = (name: string, value: unknown): void =>
    onChange(inner && kind !== null ? { [kind]: { ...inner, [name]: value } } : { ...does, [name]: value });
  return (
    <>
      <Select
        size="xs"
        label="Effect"
        data={Object.entries(effects).map(([value, { label }]) => ({ value, label }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => value && onChange(effects[value]?.does ?? {})}
      />
      {values.map(([name, value]) => (
        <TextInput
          key={name}
          size="xs"
          w={140}
          label={name}
          value={textOf(value)}
          onChange={({ currentTarget }) => write(name, typeof value === 'number' ? numberIn(currentTarget.value) : currentTarget.value)}
        />
      ))}
    </>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: number | undefined) => void;
  readonly step?: number;
  readonly max?: number;
}

function Amount({ label, value, onChange, ...limits }: AmountProps): JSX.Element {
  return (
    <NumberInput
      size="xs"
      w={130}
      label={label}
      min={0}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
      {...limits}
    />
  );
}

/** Without empty fields. */
function without<Draft extends object>(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Draft;
}

function withMatch(match: FaultDraft['match'], name: string, value: unknown): object | undefined {
  const typed = name === 'amount' ? numberIn(String(value)) : value;
  const all = without({ ...match, [name]: typed === '' ? undefined : typed });
  return Object.keys(all).length === 0 ? undefined : all;
}

/** A number where it is one. */
function numberIn(text: string): number | string | undefined {
  if (text === '') return undefined;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function metadataText(metadata: unknown): string {
  const entries = typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : [];
  return entries.map(([key, value]) => `${key}=${String(value)}`).join(', ');
}

function metadataIn(text: string): object | undefined {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim().split('='))
    .filter(([key, value]) => key !== '' && value !== undefined);
  return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as object);
}
