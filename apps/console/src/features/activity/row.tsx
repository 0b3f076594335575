import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { pageOf } from '../../lists/kinds';
import { ActionButton } from '../../ui/action-button';
import { IdLink } from '../../ui/id-link';
import { Money } from '../../ui/money';
import { sandboxPath, type Place } from '../../ui/place';
import { Status } from '../../ui/status';
import { Relative, Time, useSandboxNow } from '../../ui/time';
import type { Tone } from '../../ui/tone';
import { labelOf } from '../../ui/words';
import { attemptOf, type Entry } from '../timeline/entries';
import {
  durationTextOf,
  isOfPage,
  outcomeOf,
  reasonOf,
  statusTextOf,
  wordsOf,
} from '../timeline/entry-words';
import type { Facts, Group, Item } from './groups';

export const COLUMNS = [
  'Time',
  'Activity',
  'Status',
  'Amount',
  'Method',
  'Order',
  'State',
  'Duration',
] as const;

/** Kinds whose words tell what they are. */
const SPEAKING: readonly Entry['kind'][] = ['request', 'act', 'attempt'];

/** The ID that opens the inspector: the webhook's, or the entry's. */
export function openedBy(entry: Entry): string {
  return attemptOf(entry).delivery ?? entry.id;
}

interface HeadRowProps {
  readonly group: Group;
  readonly place: Place;
  readonly isOpen: boolean;
  readonly onFold: (id: string) => void;
}

/** The first line of a group, with the group's worst outcome as its colour. */
export function HeadRow({ group, place, isOpen, onFold }: HeadRowProps): JSX.Element {
  const { id, head, request, children, tone, facts, loads } = group;
  const { entry } = head;
  const kind = isOfPage(entry.details) ? 'page' : entry.kind;
  const answered = entry.kind === 'attempt' ? entry : request;
  const failed = isOpen
    ? 0
    : children.filter(({ outcome }) => outcome === 'bad' || outcome === 'retrying').length;
  return (
    <>
      <Cell name="time">
        {children.length > 0 ? (
          <button
            type="button"
            className="feed-fold"
            aria-expanded={isOpen}
            aria-label={`Effects: ${children.length}`}
            onClick={() => onFold(id)}
          >
            {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          </button>
        ) : (
          <span className="feed-fold" />
        )}
        <span className="feed-dot tone" data-tone={tone} />
        <FeedTime entry={entry} />
      </Cell>
      <What
        entry={entry}
        place={place}
        objectId={entry.object_id ?? children[0]?.entry.object_id}
        reason={[
          reasonOf(entry),
          entry.kind === 'page' ? undefined : facts.failureCode,
          failed > 0 ? `${failed} failed` : undefined,
          loads > 1 ? `loaded ${loads} times` : undefined,
        ]}
      >
        {!SPEAKING.includes(kind) && <span className="feed-kind">{labelOf(kind)}</span>}
      </What>
      <Cell name="status">
        <Answer entry={entry} />
      </Cell>
      <Facets of={facts} retry={head.isUndelivered && <Undelivered item={head} place={place} />} />
      {!head.isUndelivered && <Cell name="duration">{answered && durationTextOf(answered)}</Cell>}
    </>
  );
}

/** An effect: an event, a webhook or a fault. */
export function ChildRow({ item, place }: { readonly item: Item; readonly place: Place }): JSX.Element {
  const { entry } = item;
  return (
    <>
      <Cell name="time" />
      <What
        entry={entry}
        place={place}
        objectId={entry.kind === 'fault' ? entry.object_id : null}
        reason={[reasonOf(entry)]}
      >
        <span className="feed-branch" />
        <span className="feed-dot tone" data-tone={outcomeOf(entry)} />
      </What>
      <Cell name="status">
        <Answer entry={entry} />
      </Cell>
      <Cell name="rest" span={4}>
        <Undelivered item={item} place={place} />
      </Cell>
      <Cell name="duration">{durationTextOf(entry)}</Cell>
    </>
  );
}

interface CellProps {
  readonly name: string;
  readonly span?: number;
  readonly children?: ReactNode;
}

function Cell({ name, span, children }: CellProps): JSX.Element {
  return (
    <div role="cell" className={`feed-${name}`} aria-colspan={span}>
      {children}
    </div>
  );
}

interface WhatProps {
  readonly entry: Entry;
  readonly place: Place;
  readonly reason: readonly (string | undefined)[];
  /** The object to link to. Effects have it in common with their cause. */
  readonly objectId: string | null | undefined;
  readonly children: ReactNode;
}

function What({ entry, place, reason, objectId, children }: WhatProps): JSX.Element {
  const reasons = [...new Set(reason.filter(Boolean))].join(' · ');
  const opened = openedBy(entry);
  const page = objectId ? pageOf(objectId, place) : undefined;
  return (
    <Cell name="what">
      {children}
      <Link
        to="."
        search={((now: object) => ({ ...now, open: opened })) as never}
        className="row-link feed-words"
      >
        {wordsOf(entry)}
      </Link>
      {reasons && (
        <span className="feed-reason" title={reasons}>
          {reasons}
        </span>
      )}
      {objectId && page && <IdLink id={objectId} to={page} className="feed-id" />}
    </Cell>
  );
}

function FeedTime({ entry: { at, machine_at: machineAt } }: { readonly entry: Entry }): JSX.Element {
  const now = useSandboxNow();
  return (
    <Time at={at} machineAt={machineAt} isExact={new Date(at).toDateString() === now().toDateString()} />
  );
}

function Answer({ entry }: { readonly entry: Entry }): JSX.Element | null {
  const status = statusTextOf(entry);
  const tone: Tone = outcomeOf(entry);
  if (status === undefined) return null;
  return (
    <span className="feed-answer tone" data-tone={tone}>
      {status}
    </span>
  );
}

/** Amount, method, order and state, or the retry of a webhook in place of the state and the duration. */
function Facets({
  of: { amount, currency, method, order, status },
  retry,
}: {
  readonly of: Facts;
  readonly retry: ReactNode;
}): JSX.Element {
  return (
    <>
      <Cell name="amount">
        {amount !== undefined && currency && <Money amount={amount} currency={currency} />}
      </Cell>
      <Cell name="method">{method && labelOf(method)}</Cell>
      <Cell name="order">{order}</Cell>
      {retry ? (
        <Cell name="state-and-duration" span={2}>
          {retry}
        </Cell>
      ) : (
        <Cell name="state">{status && <Status of={status} />}</Cell>
      )}
    </>
  );
}

/** When the webhook is retried, and a button that sends it now. */
function Undelivered({
  item: { entry, retryAt, isUndelivered },
  place,
}: {
  readonly item: Item;
  readonly place: Place;
}): JSX.Element | null {
  const { delivery } = attemptOf(entry);
  const now = useSandboxNow();
  if (!isUndelivered || delivery === undefined) return null;
  const isUpcoming = retryAt !== undefined && Date.parse(retryAt) > now().getTime();
  return (
    <>
      {isUpcoming && (
        <span className="feed-retry" title="Next retry">
          <Relative at={retryAt} />
        </span>
      )}
      <ActionButton
        call={{ method: 'POST', path: `${sandboxPath(place)}/deliveries/${delivery}/redeliver`, body: {} }}
        done="Webhook is sent again"
        size="compact-sm"
      >
        Resend
      </ActionButton>
    </>
  );
}
