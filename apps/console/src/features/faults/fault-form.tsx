import { ActionIcon, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { useState, type JSX } from 'react';
import { MenuButton } from '../../ui/menu-button';
import { ordinal } from '../../ui/words';
import { CONDITIONS, EFFECTS, ON, type Field } from './fault-fields';
import { countedWhen, nounOf } from './fault-counts';

/** A fault as the API takes it. The form keeps fields that it does not know. */
export interface FaultDraft {
  readonly on?: unknown;
  readonly match?: Readonly<Record<string, unknown>>;
  readonly do?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

interface FaultFormProps {
  readonly draft: FaultDraft;
  readonly onChange: (draft: FaultDraft) => void;
}

/** The fields of a fault in three steps, which write its JSON. */
export function FaultForm({ draft, onChange }: FaultFormProps): JSX.Element {
  const on = typeof draft.on === 'string' && draft.on in EFFECTS ? draft.on : 'api';
  const effects = EFFECTS[on] ?? {};
  const does = draft.do ?? {};
  const skip = typeof draft['skip'] === 'number' ? draft['skip'] : 0;
  const kind = Object.keys(effects).find((name) => name in does) ?? null;
  const set = (name: string, value: unknown): void => onChange(without({ ...draft, [name]: value }));
  return (
    <Stack gap="md">
      <Group align="flex-end">
        <Select
          size="xs"
          label="1. Applies to"
          data={ON}
          value={on}
          allowDeselect={false}
          onChange={(value) =>
            value && onChange({ on: value, do: Object.values(EFFECTS[value] ?? {})[0]?.does ?? {} })
          }
        />
        <Select
          key={on}
          size="xs"
          label="2. Effect"
          data={Object.entries(effects).map(([value, { label }]) => ({ value, label }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => value && set('do', effects[value]?.does ?? {})}
        />
        {kind !== null && (
          <EffectFields
            kind={kind}
            fields={effects[kind]?.fields ?? []}
            does={does}
            onChange={(next) => set('do', next)}
          />
        )}
        {on === 'api' && (
          <Select
            size="xs"
            w={270}
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
      </Group>
      <Conditions
        key={on}
        fields={CONDITIONS[on] ?? []}
        match={draft.match ?? {}}
        onChange={(match) => set('match', match)}
      />
      <div>
        <Title order={3} mb={4}>
          How often
        </Title>
        <Group align="flex-end">
          <Value
            field={{ name: 'times', label: 'Times', placeholder: '1, or always' }}
            value={draft['times']}
            onChange={(text) => set('times', numberIn(text))}
          />
          <Select
            size="xs"
            w={150}
            label={`Which ${nounOf(draft)}`}
            data={placesWith(skip)}
            value={String(skip)}
            allowDeselect={false}
            onChange={(value) => set('skip', value === null || value === '0' ? undefined : Number(value))}
          />
          <Value
            field={{ name: 'probability', label: 'Probability (%)', placeholder: '100', isNumber: true }}
            value={
              typeof draft['probability'] === 'number' ? Math.round(draft['probability'] * 100) : undefined
            }
            onChange={(percent) =>
              set('probability', typeof percent === 'number' ? percent / 100 : undefined)
            }
          />
          <Value
            field={{ name: 'ttl', label: 'Expires after', placeholder: '10m' }}
            value={draft['ttl']}
            onChange={(text) => set('ttl', text || undefined)}
          />
          <Value
            field={{ name: 'name', label: 'Name (optional)', placeholder: 'generated' }}
            value={draft['name']}
            onChange={(text) => set('name', text || undefined)}
          />
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {countedWhen(draft)}
        </Text>
      </div>
    </Stack>
  );
}

/** Calls that can be chosen by their place; the API takes any number. */
const PLACES = 10;

/** "next", "2nd", "3rd"; with that of the draft. The values are the calls before it. */
function placesWith(skip: number): { readonly value: string; readonly label: string }[] {
  const all = new Set([...Array.from({ length: PLACES }, (_, index) => index), skip]);
  return [...all]
    .toSorted((a, b) => a - b)
    .map((before) => ({ value: String(before), label: before === 0 ? 'next' : ordinal(before + 1) }));
}

interface EffectFieldsProps {
  readonly kind: string;
  readonly fields: readonly Field[];
  readonly does: Readonly<Record<string, unknown>>;
  readonly onChange: (does: object) => void;
}

/** The values of the effect. A required one stays when it is cleared: the API tells what is missing. */
function EffectFields({ kind, fields, does, onChange }: EffectFieldsProps): JSX.Element {
  const inner =
    typeof does[kind] === 'object' && does[kind] !== null
      ? (does[kind] as Readonly<Record<string, unknown>>)
      : undefined;
  const write = ({ name, isOptional }: Field, value: unknown): void => {
    const written = value === '' && isOptional ? undefined : value;
    onChange(
      inner ? { [kind]: without({ ...inner, [name]: written }) } : without({ ...does, [name]: written }),
    );
  };
  return (
    <>
      {fields.map((field) => (
        <Value
          key={field.name}
          field={{ ...field, label: field.isOptional ? `${field.label} (optional)` : field.label }}
          value={(inner ?? does)[field.name]}
          onChange={(value) => write(field, value ?? '')}
        />
      ))}
    </>
  );
}

interface ConditionsProps {
  readonly fields: readonly Field[];
  readonly match: Readonly<Record<string, unknown>>;
  readonly onChange: (match: object | undefined) => void;
}

/** The conditions of a fault, each added from a menu. An empty one is not written. */
function Conditions({ fields, match, onChange }: ConditionsProps): JSX.Element {
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ name }: Field): boolean => name in match || added.includes(name);
  const write = (name: string, value: unknown): void => {
    const all = without({ ...match, [name]: value === '' ? undefined : value });
    onChange(Object.keys(all).length === 0 ? undefined : all);
  };
  const remove = (name: string): void => {
    setAdded(added.filter((each) => each !== name));
    write(name, undefined);
  };
  return (
    <div>
      <Title order={3} mb={4}>
        3. Only when (empty = all)
      </Title>
      <Group align="flex-end">
        {fields.filter(isShown).map((field) => (
          <Group key={field.name} gap={2} align="flex-end" wrap="nowrap">
            {field.name === 'metadata' ? (
              <TextInput
                size="xs"
                label={field.label}
                placeholder={field.placeholder}
                defaultValue={metadataText(match['metadata'])}
                onChange={({ currentTarget: { value } }) => {
                  setAdded([...added, field.name]);
                  write('metadata', metadataIn(value));
                }}
              />
            ) : (
              <Value
                field={field}
                value={match[field.name]}
                onChange={(value) => {
                  // A cleared condition keeps its field.
                  setAdded([...added, field.name]);
                  write(field.name, value);
                }}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              mb={2}
              aria-label={`Remove condition: ${field.label}`}
              onClick={() => remove(field.name)}
            >
              <XIcon />
            </ActionIcon>
          </Group>
        ))}
        {!fields.every(isShown) && (
          <MenuButton
            target={
              <Button size="xs" variant="default" leftSection={<PlusIcon size={12} />}>
                Add condition
              </Button>
            }
            entries={fields
              .filter((field) => !isShown(field))
              .map(({ name, label }) => ({ label, onClick: () => setAdded([...added, name]) }))}
          />
        )}
      </Group>
    </div>
  );
}

interface ValueProps {
  readonly field: Field;
  readonly value: unknown;
  /** With a number, a text, or '' when the field is cleared. */
  readonly onChange: (value: number | string) => void;
}

function Value({
  field: { label, placeholder, isNumber, choices },
  value,
  onChange,
}: ValueProps): JSX.Element {
  const known = typeof value === 'string' || typeof value === 'number' ? value : '';
  const common = { size: 'xs', w: 150, label, placeholder };
  if (choices)
    return (
      <Select
        {...common}
        data={[...choices]}
        value={String(known) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  return (
    <TextInput
      {...common}
      inputMode={isNumber ? 'numeric' : 'text'}
      value={String(known)}
      onChange={({ currentTarget: { value: text } }) => onChange(isNumber ? (numberIn(text) ?? '') : text)}
    />
  );
}

/** Without undefined fields. */
function without<Draft extends object>(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as Draft;
}

/** A number where the text is one. */
function numberIn(text: number | string): number | string | undefined {
  if (text === '') return undefined;
  return /^\d+$/.test(String(text)) ? Number(text) : text;
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
