import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { millisecondsText } from '../timeline/entry-words';
import { ResendButton } from '../webhooks/resend';
import { ActionButton } from '../../ui/action-button';
import { advanceText } from '../../ui/advance';
import { IdText } from '../../ui/id-text';
import { useOpened } from '../../ui/inspector';
import { sandboxPath, usePlace } from '../../ui/place';
import { clockText, durationText } from '../../ui/time-text';
import { Relative, Time, useSandboxNow } from '../../ui/time';
import { Wrapping } from '../../ui/wrapping';
import type { Tone } from '../../ui/tone';
import { sentenceOfStep, whoOf, type Step } from './steps';

/** The outcome of an event: "successful", "THB 1,500.00". */
export interface Outcome {
  readonly text: string;
  readonly tone?: Tone;
}

/** A pause between two steps that is shown. */
const GAP_MS = 2_000;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

interface StoryStepProps {
  readonly step: Step;
  readonly before: Step | undefined;
  readonly outcome: Outcome | undefined;
  /** A sentence in place of an arrow. */
  readonly isPlain: boolean;
  readonly isLit: boolean;
  readonly isOpen: boolean;
  readonly onHover: () => void;
}

export function StoryStep({
  step,
  before,
  outcome,
  isPlain,
  isLit,
  isOpen,
  onHover,
}: StoryStepProps): JSX.Element {
  const { at, from, to, label, answer, durationMs, fault, opens, objectId, kind, entry } = step;
  const pause = before ? Date.parse(at) - Date.parse(before.at) : 0;
  const now = useSandboxNow();
  const isNewDay = dayOf(at) !== dayOf(before?.at ?? now());
  const text = outcome ? `${label} · ${outcome.text}` : label;
  const who = whoOf(step);
  const sentence = sentenceOfStep({ ...step, label: text });
  const body = isPlain ? (
    <div className="story-sentence">
      <Wrapping text={sentence} /> {objectId && <IdText id={objectId} />}
    </div>
  ) : (
    <>
      {who !== '' && <div className="story-who">{who}</div>}
      <div className="story-label">
        {fault && <span aria-hidden>⚡ </span>}
        <Wrapping text={text} /> {objectId && <IdText id={objectId} />}
      </div>
      {answer !== undefined && (
        <div className="story-answer">
          {answer}
          {durationMs !== undefined && ` · ${millisecondsText(durationMs)}`}
        </div>
      )}
      {fault && (
        <div className="story-fault tone" data-tone="retrying">
          {fault}
        </div>
      )}
    </>
  );
  const shape = {
    className: `story-body tone ${isPlain ? 'story-plain' : from === to ? 'story-note' : 'story-arrow'}`,
    title: fault,
    'data-tone': outcome?.tone ?? step.tone,
    'data-left': to < from || undefined,
    style: kind === 'clock' ? { gridColumn: '2 / -1' } : columnsOf(step),
  };
  return (
    <li
      aria-label={`${clockText(new Date(at))}, ${sentence}`}
      data-kind={kind}
      data-lit={isLit || undefined}
      data-open={isOpen || undefined}
      onMouseEnter={onHover}
    >
      {pause > GAP_MS && <div className="story-gap">{durationText(pause)} later</div>}
      <div className="story-time">
        {isNewDay && <div>{dayOf(at)}</div>}
        <Time at={at} machineAt={entry?.machine_at} isClock />
      </div>
      {opens === undefined ? (
        <div {...shape}>{body}</div>
      ) : (
        <Link
          to="."
          search={((now: object) => ({ ...now, open: opens })) as never}
          {...shape}
          aria-current={isOpen || undefined}
        >
          {body}
        </Link>
      )}
    </li>
  );
}

function dayOf(at: string | Date): string {
  return DAY.format(new Date(at));
}

/** From the middle of one lane to the middle of the other; a note goes from its lane to the edge. */
function columnsOf({ from, to }: Pick<Step, 'from' | 'to'>): { readonly gridColumn: string } {
  const line = (lane: number): number => 3 + 2 * lane;
  return {
    gridColumn:
      from === to ? `${line(from)} / -1` : `${line(Math.min(from, to))} / ${line(Math.max(from, to))}`,
  };
}

/** A step to come, with the button that brings it now. The inspector has the only one that sends a webhook. */
export function FutureStep({ step }: { readonly step: Step }): JSX.Element {
  const place = usePlace();
  const { opened, open } = useOpened();
  const { at, label, opens } = step;
  return (
    <li aria-label={`Upcoming: ${label}`} data-kind="upcoming">
      <div className="story-time">
        <Relative at={at} />
      </div>
      <div className="story-body story-upcoming tone" style={columnsOf(step)}>
        <div className="story-label">{label}</div>
        {opens === undefined ? (
          <ActionButton
            call={{ method: 'POST', path: `${sandboxPath(place)}/clock/advance`, body: { to: at } }}
            done={(answer) => advanceText(answer as Schemas['Advance'])}
            size="compact-sm"
          >
            Advance to here
          </ActionButton>
        ) : (
          opened === undefined && (
            <ResendButton id={opens} onSend={() => open(opens)} size="compact-sm">
              Send now
            </ResendButton>
          )
        )}
      </div>
    </li>
  );
}
