import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { usePlace } from '../../ui/place';
import { useSandboxStatus } from '../../ui/sandbox-status';
import { counted } from '../../ui/words';
import { ChartTile } from './chart';
import type { FeedFilter } from './feed-filters';

type Figure = Schemas['Figure'];

interface Range {
  readonly label: string;
  readonly spanMs: number;
  readonly step: string;
  readonly stepMs: number;
  readonly refreshMs: number;
}

const RANGES: Readonly<Record<string, Range>> = {
  '5m': { label: '5 minutes', spanMs: 300_000, step: '10s', stepMs: 10_000, refreshMs: 10_000 },
  '1h': { label: 'hour', spanMs: 3_600_000, step: '2m', stepMs: 120_000, refreshMs: 30_000 },
  '24h': { label: '24 hours', spanMs: 86_400_000, step: '1h', stepMs: 3_600_000, refreshMs: 60_000 },
};
const FIRST = '5m';
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const EXACT = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** The range of the figures, in the address. */
function useRange(): { readonly name: string; readonly range: Range } {
  const { range: written = FIRST }: { readonly range?: string } = useSearch({ strict: false });
  const known = RANGES[written];
  return known ? { name: written, range: known } : { name: FIRST, range: RANGES[FIRST] as Range };
}

export function RangeChoice(): JSX.Element {
  const navigate = useNavigate();
  const choose = (name: string): void => {
    const range = name === FIRST ? undefined : name;
    void navigate({ to: '.', search: ((now: object) => ({ ...now, range })) as never, replace: true });
  };
  const data = [
    { value: '5m', label: '5 min' },
    { value: '1h', label: '1 h' },
    { value: '24h', label: '24 h' },
  ];
  return (
    <SegmentedControl aria-label="Range" size="xs" data={data} value={useRange().name} onChange={choose} />
  );
}

/** Four tiles of the latest minutes or hours of machine time. Each filters the feed. */
export function Figures({ filter: { kinds, isFailed, set } }: { readonly filter: FeedFilter }): JSX.Element {
  const { name, mode } = usePlace();
  const { name: chosen, range } = useRange();
  const figures = useQuery({
    queryKey: ['figures', name, mode, chosen],
    queryFn: () => {
      const query = {
        from: new Date(Date.now() - range.spanMs).toISOString(),
        step: range.step,
        livemode: String(mode === 'live'),
      };
      return answerOf(api.GET('/api/sandboxes/{name}/figures', { params: { path: { name }, query } }));
    },
    refetchInterval: every(range.refreshMs),
    placeholderData: (before) => before,
  });
  const status = useSandboxStatus();
  const steps = figures.data?.data ?? [];
  const sum = (of: (step: Figure) => number): number => steps.reduce((total, step) => total + of(step), 0);
  const [requests, errors] = [sum((step) => step.requests), sum((step) => step.errors)];
  const [delivered, failed] = [sum((step) => step.delivered), sum((step) => step.failed_attempts)];
  const slowest = Math.ceil(Math.max(0, ...steps.map((step) => step.p95_ms ?? 0)));
  const { webhooks } = status ?? {};
  const waiting = webhooks && webhooks.pending + webhooks.retrying;
  const filterBy = (kind: string, hasFailed = false) => {
    const isPressed = kinds.length === 1 && kinds[0] === kind && isFailed === hasFailed;
    return {
      isPressed,
      onClick: () => set(isPressed ? { kinds: [], isFailed: false } : { kinds: [kind], isFailed: hasFailed }),
    };
  };
  const first = steps[0];
  const axis = [first ? CLOCK.format(new Date(first.machine_at)) : '', 'now'] as const;
  const within = `in the last ${range.label}${figures.data?.gap ? ', of the latest 10,000 requests and attempts' : ''}`;
  const tip = (text: (step: Figure) => string) => (index: number) => {
    const step = steps[index];
    return step ? `${timesOf(step, range)}: ${text(step)}` : '';
  };
  const common = { axis, series: [] };
  return (
    <div className="tiles" title={figures.data?.gap ? 'The latest 10,000 requests and attempts' : undefined}>
      <ChartTile
        {...common}
        {...filterBy('request')}
        title="API requests"
        figure={errors > 0 ? `${requests} · ${counted(errors, 'error')}` : requests}
        label={`API requests ${within}: ${requests}, errors: ${errors}`}
        series={[
          { colour: 'var(--mantine-color-anchor)', values: steps.map((step) => step.requests - step.errors) },
          { colour: 'var(--bad)', values: steps.map((step) => step.errors) },
        ]}
        tipOf={tip((step) => `${counted(step.requests, 'request')}, ${counted(step.errors, 'error')}`)}
      />
      <ChartTile
        {...common}
        {...filterBy('request')}
        isPressed={false}
        title="p95 latency"
        figure={slowest > 0 ? `${slowest} ms` : '–'}
        label={`Highest p95 latency ${within}: ${slowest > 0 ? `${slowest} ms` : 'none'}`}
        series={[{ colour: 'var(--info)', values: steps.map((step) => step.p95_ms ?? 0) }]}
        tipOf={tip((step) => (step.p95_ms === null ? 'no requests' : `${Math.ceil(step.p95_ms)} ms`))}
      />
      <ChartTile
        {...common}
        {...filterBy('attempt')}
        title="Webhook attempts"
        figure={failed > 0 ? `${delivered + failed} · ${failed} failed` : delivered}
        label={`Webhook attempts ${within}: ${delivered} delivered, ${failed} failed`}
        series={[
          { colour: 'var(--good)', values: steps.map((step) => step.delivered) },
          { colour: 'var(--bad)', values: steps.map((step) => step.failed_attempts) },
        ]}
        tipOf={tip((step) => `${step.delivered} delivered, ${step.failed_attempts} failed`)}
      />
      <ChartTile
        {...common}
        {...filterBy('attempt', true)}
        title="Webhooks not delivered"
        figure={webhooks ? `${waiting} waiting · ${webhooks.held} held` : '–'}
        label=""
        tipOf={() => ''}
      />
      <FiguresTable steps={steps} range={range} />
    </div>
  );
}

/** `10:20:10–10:20:20`. */
function timesOf({ machine_at: at }: Figure, { stepMs }: Range): string {
  const format = stepMs < 60_000 ? EXACT : CLOCK;
  return `${format.format(new Date(at))}–${format.format(new Date(Date.parse(at) + stepMs))}`;
}

/** The figures for screen readers. */
function FiguresTable({
  steps,
  range,
}: {
  readonly steps: readonly Figure[];
  readonly range: Range;
}): JSX.Element {
  return (
    <table className="unseen">
      <caption>Figures of the last {range.label}</caption>
      <thead>
        <tr>
          {['Time', 'Requests', 'Errors', 'p95 latency', 'Delivered', 'Failed attempts'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.machine_at}>
            <th scope="row">{timesOf(step, range)}</th>
            <td>{step.requests}</td>
            <td>{step.errors}</td>
            <td>{step.p95_ms === null ? 'none' : `${Math.ceil(step.p95_ms)} ms`}</td>
            <td>{step.delivered}</td>
            <td>{step.failed_attempts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
