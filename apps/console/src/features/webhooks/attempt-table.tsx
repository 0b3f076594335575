import { useEffect, useRef, type JSX, type KeyboardEvent } from 'react';
import type { Schemas } from '../../api/client';
import { gistOf } from '../../ui/answer-gist';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { toneOfHttp } from '../../ui/tone';
import { responseWords } from '../../ui/words';

type Attempt = Schemas['Attempt'];

const TRIGGERS: Readonly<Record<Attempt['trigger'], string>> = {
  schedule: 'automatic',
  manual: 'resent by you',
  fault: 'fault',
  replay: 'replay',
};

interface AttemptTableProps {
  /** The oldest first. */
  readonly attempts: readonly Attempt[];
  /** The number of the attempt that is sent now. */
  readonly sending: number | undefined;
  readonly selected: number;
  readonly onSelect: (number: number) => void;
}

/** The attempts of a webhook, the latest first. The arrow keys select one. */
export function AttemptTable({
  attempts,
  sending,
  selected,
  onSelect,
}: AttemptTableProps): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const latestFirst = attempts.toReversed();
  useEffect(() => {
    box.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = latestFirst[latestFirst.findIndex(({ number }) => number === selected) + by];
    if (next) onSelect(next.number);
  };
  if (latestFirst.length === 0 && sending === undefined) return null;
  return (
    <div
      ref={box}
      className="attempts boxed"
      tabIndex={0}
      role="region"
      aria-label="Attempts"
      onKeyDown={move}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Time</th>
            <th scope="col" className="trigger">
              Trigger
            </th>
            <th scope="col">Response</th>
            <th scope="col">Duration</th>
            <th scope="col" className="extra">
              Address
            </th>
          </tr>
        </thead>
        <tbody>
          {sending !== undefined && (
            <tr data-chosen={selected === sending || undefined}>
              <td>#{sending}</td>
              <td colSpan={5}>sending…</td>
            </tr>
          )}
          {latestFirst.map((attempt) => (
            <AttemptRow
              key={attempt.number}
              attempt={attempt}
              isChosen={attempt.number === selected}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface AttemptRowProps {
  readonly attempt: Attempt;
  readonly isChosen: boolean;
  readonly onSelect: (number: number) => void;
}

function AttemptRow({ attempt, isChosen, onSelect }: AttemptRowProps): JSX.Element {
  const { number, trigger, at, machine_at: machineAt, timings, address, fault, answer, error } = attempt;
  const status = answer?.status;
  const gist = error === null ? '' : gistOf(answer?.body ?? '');
  return (
    <tr data-chosen={isChosen || undefined}>
      <td>
        <button
          type="button"
          className="plain-button"
          aria-pressed={isChosen}
          aria-label={`Attempt ${number}`}
          onClick={() => onSelect(number)}
        >
          #{number}
        </button>
      </td>
      <td>
        <Time at={at} machineAt={machineAt ?? undefined} isExact />
      </td>
      <td className="trigger">
        {TRIGGERS[trigger]}
        {fault && ` "${fault}"`}
      </td>
      <td className="response">
        <Status
          of={error === null ? 'delivered' : 'failed'}
          tone={error === null ? 'good' : toneOfHttp(status && status < 400 ? undefined : status)}
          label={responseWords(status, error)}
        />
        {gist && (
          <span className="gist" title={gist}>
            {gist}
          </span>
        )}
      </td>
      <td className="numbers">{timings.total} ms</td>
      <td className="extra">{address ?? '–'}</td>
    </tr>
  );
}
