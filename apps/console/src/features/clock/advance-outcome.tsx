import { Button, Group, Paper, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { advanceText } from '../../ui/advance';
import { IdLink } from '../../ui/id-link';
import { ListTable } from '../../ui/list-table';
import { Money } from '../../ui/money';
import { orderOf } from '../../ui/order';
import { pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { toneOf, type Tone } from '../../ui/tone';
import { labelOf, responseWords } from '../../ui/words';
import { placeOfObject } from '../timeline/entry';
import { outcomeRows, outcomeSummary, type Happened, type OutcomeRow, type WebhookOutcome } from './outcome';

interface AdvanceOutcomeProps {
  readonly advance: Schemas['Advance'];
  readonly onClose: () => void;
}

/** What an advance brought: a line of summary, and a row for each thing that matters, failures first. */
export function AdvanceOutcome({ advance, onClose }: AdvanceOutcomeProps): JSX.Element {
  const place = usePlace();
  const { happened, unfinished } = advance;
  const rows = outcomeRows(happened.filter(({ livemode }) => livemode === (place.mode === 'live')));
  return (
    <Paper withBorder p="sm" role="region" aria-label="What happened">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{advanceText(advance)}</Title>
          <Text size="sm">{outcomeSummary(rows)}</Text>
        </div>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          Hide
        </Button>
      </Group>
      {rows.length > 0 && (
        <ListTable
          label="Outcome"
          heads={['When', 'What', 'For', 'Amount', 'Outcome', 'Webhooks']}
          right={['Amount']}
        >
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      )}
      {unfinished.length > 0 && (
        <>
          <Title order={3} mt="xs">
            Skipped · {unfinished.length}
          </Title>
          <ListTable label="Skipped" heads={['When', 'What', 'Object', 'Why']}>
            {unfinished.map(({ at, kind, object_id: id, why }, index) => (
              <Table.Tr key={`${id} ${at} ${index}`}>
                <Table.Td>
                  <Time at={at} />
                </Table.Td>
                <Table.Td>{labelOf(kind)}</Table.Td>
                <Table.Td>
                  <IdLink id={id} to={placeOfObject(id, place)} />
                </Table.Td>
                <Table.Td className="breaks">{why}</Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        </>
      )}
    </Paper>
  );
}

function Row({ row: { at, runs, later, webhooks, facts } }: { readonly row: OutcomeRow }): JSX.Element {
  const place = usePlace();
  const { object_id: objectId } = runs[0] ?? facts;
  const { result, description, party, amount, currency, metadata } = facts;
  const order = orderOf(metadata);
  const isRun = facts.occurrence !== null;
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td>
        <Link to={placeOfObject(objectId, place)} title={objectId}>
          {isRun ? (description ?? 'Schedule') : runs.length > 0 ? labelOf(facts.kind) : 'Webhooks only'}
        </Link>
        <Detail of={[isRun ? undefined : description, order && `order ${order}`]} />
      </Table.Td>
      <Table.Td className="breaks">{party ?? '–'}</Table.Td>
      <Table.Td className="right">
        {amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />}
      </Table.Td>
      <Table.Td>
        {runs.map((step, index) => (
          <div key={index}>
            <Step of={step} isRetry={index > 0} />
          </div>
        ))}
        {later.map((step, index) => (
          <div key={index}>
            <Time at={step.at} /> <Step of={step} isRetry={false} />
          </div>
        ))}
        <IdLink id={result ?? objectId} to={placeOfObject(result ?? objectId, place)} />
      </Table.Td>
      <Table.Td>
        {webhooks.map((webhook) => (
          <div key={webhook.delivery}>
            <Webhook of={webhook} />
          </div>
        ))}
        {webhooks.length === 0 && '–'}
      </Table.Td>
    </Table.Tr>
  );
}

function Detail({ of }: { readonly of: readonly (string | undefined | null)[] }): JSX.Element | null {
  const text = of.filter(Boolean).join(' · ');
  return text === '' ? null : (
    <Text size="xs" c="dimmed" className="breaks">
      {text}
    </Text>
  );
}

/** "Failed · insufficient_fund", "Retried 6 Dec, 08:30: Successful". */
function Step({ of: step, isRetry }: { readonly of: Happened; readonly isRetry: boolean }): JSX.Element {
  const { at, outcome, failure_code: code, error } = step;
  const why = outcome === 'successful' ? undefined : (code ?? error);
  return (
    <>
      {isRetry && (
        <>
          Retried <Time at={at} />:{' '}
        </>
      )}
      <Status of={outcome} />
      {why && <> · {code ? <code>{why}</code> : why}</>}
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { pending: 'retrying' };
const LABELS: Readonly<Record<string, string>> = { pending: 'Retrying' };

function Webhook({ of }: { readonly of: WebhookOutcome }): JSX.Element {
  const { delivery, key, outcome, status, error, attempts } = of;
  const place = usePlace();
  const response = status === null && error === null ? '' : responseWords(status, error);
  return (
    <>
      <Link to={pathIn(place, `/webhooks/${delivery}`)}>{key}</Link>{' '}
      <Status
        of={outcome}
        tone={TONES[outcome] ?? toneOf(outcome)}
        label={LABELS[outcome] ?? labelOf(outcome)}
      />{' '}
      {response}
      {attempts > 1 && ` · ${attempts} attempts`}
    </>
  );
}
