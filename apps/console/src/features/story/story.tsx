import './story.css';
import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type JSX } from 'react';
import { answerOf, api, every } from '../../api/client';
import type { Entry } from '../timeline/entries';
import { useTimeline } from '../timeline/timeline';
import { useOpened } from '../../ui/inspector';
import { useIsPhone } from '../../ui/phone';
import { usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { FutureStep, StoryStep, type Outcome } from './story-step';
import { LANES, stepsOf, upcomingSteps, webhooksOf, type Step } from './steps';

interface StoryProps {
  /** The id of the object that the story is about. */
  readonly of: string;
  /** The outcome of an event. */
  readonly outcomeOf?: (event: Entry) => Outcome | undefined;
}

/** More like steps in a row are folded. */
const SHOWN_ALIKE = 2;
const REFRESH_MS = 60_000;

/**
 * The story of an object with its refunds, disputes and webhooks: a sequence of arrows between four lanes,
 * past and upcoming.
 */
export function Story({ of, outcomeOf }: StoryProps): JSX.Element {
  const place = usePlace();
  const timeline = useTimeline({ object: of, related: 'true' });
  const upcoming = useQuery({
    queryKey: ['upcoming', place.name, of],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/clock/upcoming', {
          params: { path: { name: place.name }, query: { object: of } },
        }),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  const { opened } = useOpened();
  const steps = useMemo(() => stepsOf(timeline.items, of), [timeline.items, of]);
  const future = useMemo(
    () => upcomingSteps(upcoming.data?.data ?? [], of, webhooksOf(steps)),
    [upcoming.data, steps, of],
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  // Steps with the same first cause are highlighted together.
  const [lit, setLit] = useState<string | null>(null);
  const [chosen, setChosen] = useLocalStorage<string>({
    key: 'tollgate-story-view',
    getInitialValueInEffect: false,
  });
  const isPhone = useIsPhone();
  const view = chosen ?? (isPhone ? 'List' : 'Diagram');
  const isPlain = view === 'List';
  const shown = folded(steps, unfolded);
  const error = timeline.error ?? upcoming.error;
  if (shown.length === 0 && timeline.isPending) return <Skeleton h={240} />;
  return (
    <div className="story-frame">
      <Button.Group className="story-views" aria-label="View">
        {['Diagram', 'List'].map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === view ? 'light' : 'default'}
            aria-pressed={one === view}
            onClick={() => setChosen(one)}
          >
            {one}
          </Button>
        ))}
      </Button.Group>
      {error && <Trouble error={error} what="the timeline" />}
      {timeline.hasOlder && (
        <Button size="compact-sm" variant="subtle" onClick={timeline.readOlder}>
          Load older
        </Button>
      )}
      {!isPlain && (
        <div className="story-lanes" aria-hidden>
          {LANES.map((lane) => (
            <span key={lane}>{lane}</span>
          ))}
        </div>
      )}
      <ol
        className="story"
        data-view={view}
        aria-label="Timeline"
        aria-busy={timeline.isStale}
        onMouseLeave={() => setLit(null)}
      >
        {shown.map((step, index) =>
          'more' in step ? (
            <li key={`more ${step.first}`}>
              <UnstyledButton
                className="story-more"
                onClick={() => setUnfolded(new Set([...unfolded, step.first]))}
              >
                {step.more.length} more: {step.more.map(answerOfStep).join(', ')}
              </UnstyledButton>
            </li>
          ) : (
            <StoryStep
              key={step.id}
              step={step}
              before={stepBefore(shown, index)}
              outcome={step.kind === 'event' && step.entry ? outcomeOf?.(step.entry) : undefined}
              isPlain={isPlain}
              isLit={lit !== null && step.root === lit}
              isOpen={opened !== undefined && step.opens === opened}
              onHover={() => setLit(step.root)}
            />
          ),
        )}
        {future.map((step) => (
          <FutureStep key={step.id} step={step} />
        ))}
      </ol>
      {shown.length === 0 && !error && (
        <p className="story-empty">No entries. Retention may have removed them.</p>
      )}
    </div>
  );
}

interface Fold {
  readonly more: readonly Step[];
  /** The id of the step before them. */
  readonly first: string;
}

/** Of many like steps in a row the first and the last. */
function folded(steps: readonly Step[], unfolded: ReadonlySet<string>): (Step | Fold)[] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run && step.folds !== undefined && run[0]?.folds === step.folds) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): (Step | Fold)[] => {
    const [first] = run;
    const last = run.at(-1);
    if (run.length <= SHOWN_ALIKE || !first || !last || unfolded.has(first.id)) return run;
    return [first, { more: run.slice(1, -1), first: first.id }, last];
  });
}

/** "#2 500". */
function answerOfStep({ label, answer = '' }: Step): string {
  return `${/#\d+/.exec(label)?.[0] ?? label} ${answer.split(' · ')[0]}`;
}

function stepBefore(shown: readonly (Step | Fold)[], index: number): Step | undefined {
  const before = shown[index - 1];
  return before && 'more' in before ? before.more.at(-1) : before;
}
