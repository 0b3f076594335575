import './story.css';
import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { advanceText } from '../app/chips';
import { sandboxPath, usePlace, type Place } from '../app/place';
import type { Entry } from '../feed/entries';
import { useTimeline } from '../feed/timeline';
import { Act } from '../ui/act';
import { IdText } from '../ui/id-text';
import { moneyText } from '../ui/money';
import { durationText } from '../ui/time-text';
import { Relative, Time } from '../ui/time';
import { Trouble } from '../ui/trouble';
import { LANES, sentenceOfStep, stepsOf, upcomingSteps, type Step } from './steps';

/** `amount` is in the smallest unit of the currency. */
export interface Sum {
  readonly amount: number;
  readonly currency: string;
}

interface StoryProps {
  /** The id of the object that the story is about. */
  readonly of: string;
  /** The money that an event moved. */
  readonly moneyOf?: (event: Entry) => Sum | undefined;
}

/** A pause between two steps that is shown. */
const GAP_MS = 2_000;
/** More attempts of a webhook in a row are folded. */
const SHOWN_ATTEMPTS = 2;
const REFRESH_MS = 30_000;

/** The story of an object with its refunds, disputes and webhooks: a sequence of arrows between four lanes, past and upcoming. */
export function Story({ of, moneyOf }: StoryProps): JSX.Element {
  const place = usePlace();
  const timeline = useTimeline({ object: of, related: 'true' });
  const moves = useTimeline({ kinds: 'clock' });
  const upcoming = useQuery({
    queryKey: ['upcoming', place.name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/clock/upcoming', { params: { path: { name: place.name } } })),
    refetchInterval: every(REFRESH_MS),
  });
  const steps = useMemo(() => stepsOf(withMoves(timeline.items, moves.items), of), [timeline.items, moves.items, of]);
  const future = useMemo(
    () => upcomingSteps(upcoming.data?.data ?? [], of, new Set(steps.flatMap(({ opens }) => opens ?? []))),
    [upcoming.data, steps, of],
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const shown = folded(steps, unfolded);
  if (shown.length === 0 && timeline.isPending) return <Skeleton h={240} />;
  return (
    <>
      {timeline.error && <Trouble error={timeline.error} what="the timeline" />}
      {timeline.hasOlder && (
        <Button size="compact-xs" variant="subtle" onClick={timeline.readOlder}>
          Load older
        </Button>
      )}
      <div className="story-lanes" aria-hidden>
        {LANES.map((lane) => (
          <span key={lane}>{lane}</span>
        ))}
      </div>
      <ol className="story" aria-label="Timeline" aria-busy={timeline.isStale}>
        {shown.map((step, index) =>
          'more' in step ? (
            <li key={`more ${step.delivery}`}>
              <UnstyledButton className="story-more" onClick={() => setUnfolded(new Set([...unfolded, step.delivery]))}>
                {step.more} more {step.more === 1 ? 'attempt' : 'attempts'}
              </UnstyledButton>
            </li>
          ) : (
            <StoryStep
              key={step.id}
              step={step}
              before={shown[index - 1]}
              money={step.kind === 'event' && step.entry ? moneyOf?.(step.entry) : undefined}
            />
          ),
        )}
        {future.map((step) => (
          <FutureStep key={step.id} step={step} place={place} />
        ))}
      </ol>
    </>
  );
}

/** The clock's moves while the story went on, which belong to no object. */
function withMoves(entries: readonly Entry[], moves: readonly Entry[]): Entry[] {
  const times = entries.map(({ machine_at: at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const own = moves.filter(({ machine_at: at }) => Date.parse(at) >= first && Date.parse(at) <= last);
  return [...entries, ...own].toSorted((a, b) => Date.parse(b.machine_at) - Date.parse(a.machine_at));
}

type Fold = { readonly more: number; readonly delivery: string };

/** Of many attempts of a webhook in a row the first and the last. */
function folded(steps: readonly Step[], unfolded: ReadonlySet<string>): (Step | Fold)[] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run && step.kind === 'attempt' && run[0]?.kind === 'attempt' && run[0].opens === step.opens) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): (Step | Fold)[] => {
    const [first] = run;
    const last = run.at(-1);
    const delivery = first?.opens;
    if (run.length <= SHOWN_ATTEMPTS || !first || !last || delivery === undefined || unfolded.has(delivery)) return run;
    return [first, { more: run.length - SHOWN_ATTEMPTS, delivery }, last];
  });
}

interface StoryStepProps {
  readonly step: Step;
  readonly before: Step | Fold | undefined;
  readonly money: Sum | undefined;
}

function StoryStep({ step, before, money }: StoryStepProps): JSX.Element {
  const { at, from, to, label, answer, durationMs, opens, objectId, tone, kind, entry } = step;
  const pause = before && !('more' in before) ? Date.parse(at) - Date.parse(before.at) : 0;
  const text = [label, money && moneyText(money)].filter(Boolean).join(' · ');
  const body = (
    <>
      <span className="story-who">
        {LANES[from]}
        {to !== from && ` → ${LANES[to]}`}
      </span>
      <span className="story-label">
        {text} {objectId && <IdText id={objectId} />}
      </span>
      {answer !== undefined && (
        <span className="story-answer">
          {answer}
          {durationMs !== undefined && ` · ${durationMs.toFixed(1)} ms`}
        </span>
      )}
    </>
  );
  const shape = {
    className: `story-body tone ${from === to ? 'story-note' : 'story-arrow'}`,
    'data-tone': tone,
    'data-left': to < from || undefined,
  };
  const style = kind === 'clock' ? { gridColumn: '2 / -1' } : columnsOf(step);
  return (
    <li aria-label={sentenceOfStep({ ...step, label: text })} data-kind={kind}>
      {pause > GAP_MS && <span className="story-gap">{durationText(pause)} later</span>}
      <span className="story-time">
        <Time at={at} machineAt={entry?.machine_at} isExact />
      </span>
      {opens === undefined ? (
        <span {...shape} style={style}>
          {body}
        </span>
      ) : (
        <Link to="." search={((now: object) => ({ ...now, open: opens })) as never} {...shape} style={style}>
          {body}
        </Link>
      )}
    </li>
  );
}

/** From the middle of one lane to the middle of the other; a note goes from its lane to the edge. */
function columnsOf({ from, to }: Pick<Step, 'from' | 'to'>): { readonly gridColumn: string } {
  const line = (lane: number): number => 3 + 2 * lane;
  return { gridColumn: from === to ? `${line(from)} / -1` : `${line(Math.min(from, to))} / ${line(Math.max(from, to))}` };
}

function FutureStep({ step, place }: { readonly step: Step; readonly place: Place }): JSX.Element {
  const { at, label, opens } = step;
  return (
    <li aria-label={`Upcoming: ${label}`} data-kind="upcoming">
      <span className="story-time">
        <Relative at={at} />
      </span>
      <span className="story-body story-upcoming tone" style={columnsOf(step)}>
        <span className="story-label">{label}</span>
        {opens === undefined ? (
          <Act
            call={{ method: 'POST', path: `${sandboxPath(place)}/clock/advance`, body: { to: at } }}
            done={(answer) => advanceText(answer as Schemas['Advance'])}
            size="compact-xs"
          >
            Advance to here
          </Act>
        ) : (
          <Act
            call={{ method: 'POST', path: `${sandboxPath(place)}/deliveries/${opens}/redeliver`, body: {} }}
            done="Webhook is sent"
            size="compact-xs"
          >
            Send now
          </Act>
        )}
      </span>
    </li>
  );
}
