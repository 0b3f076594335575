import { useElementSize } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { placeOfObject } from '../timeline/entry';
import { usePlace } from '../../ui/place';
import { fullTime } from '../../ui/time-text';
import { labelOf } from '../../ui/words';

/** An upcoming event. */
export interface Moment {
  readonly at: string;
  readonly kind: string;
  readonly objectId: string;
}

/** Below this width it is scrolled. */
const LEAST_WIDTH = 592;
const [LEFT, RIGHT] = [150, 30];
const [ROW, TOP, BOTTOM] = [34, 8, 28];
const RADIUS = 9;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The line is linear below this distance. */
const NEAREST_MS = 10_000;
/** Labels of the axis have this distance at least. */
const LABEL_WIDTH = 70;

/** The labels of the axis. */
const MARKS: readonly (readonly [name: string, ms: number])[] = [
  ['now', 0],
  ['1 min', MINUTE_MS],
  ['10 min', 10 * MINUTE_MS],
  ['1 h', HOUR_MS],
  ['6 h', 6 * HOUR_MS],
  ['1 day', DAY_MS],
  ['1 week', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
  ['1 year', 365 * DAY_MS],
];

/** The tone of a kind, by which console.css names its colour. */
const TONES: Readonly<Record<string, string>> = {
  retry: 'retrying',
  delivery: 'retrying',
  authorization_end: 'waiting',
  settlement: 'good',
  transfer_sending: 'info',
  occurrence: 'held',
  occurrence_retry: 'held',
};

interface Cluster {
  readonly x: number;
  readonly moments: readonly Moment[];
}

/**
 * Upcoming events on a logarithmic line from now on, a row for each kind. Events that would cover each other
 * are one dot with their number.
 */
export function TimeLine({
  now,
  moments,
}: {
  readonly now: string;
  readonly moments: readonly Moment[];
}): JSX.Element | null {
  const { ref, width: measured } = useElementSize();
  const width = Math.max(measured, LEAST_WIDTH);
  const distanceOf = ({ at }: Moment): number => Math.max(0, Date.parse(at) - Date.parse(now));
  const farthest = Math.max(...moments.map(distanceOf), MINUTE_MS) * 1.1;
  const x = (ms: number): number =>
    LEFT + ((width - LEFT - RIGHT) * Math.log1p(ms / NEAREST_MS)) / Math.log1p(farthest / NEAREST_MS);
  const kinds = [...new Set(moments.map(({ kind }) => kind))];
  const height = TOP + kinds.length * ROW + BOTTOM;
  const bottom = height - BOTTOM;
  return (
    <div ref={ref} className="time-line">
      <svg width={width} height={height} role="group" aria-label="Upcoming on a line">
        {marksWithin(farthest, x).map(([name, at]) => (
          <g key={name}>
            <line x1={at} x2={at} y1={TOP} y2={bottom + 4} stroke="var(--line)" />
            <text x={at} y={bottom + 20} textAnchor="middle" fontSize={12} fill="var(--mantine-color-dimmed)">
              {name}
            </text>
          </g>
        ))}
        {kinds.map((kind, index) => {
          const y = TOP + index * ROW + ROW / 2;
          const color = `var(--${TONES[kind] ?? 'neutral'})`;
          return (
            <g key={kind}>
              <text x={0} y={y + 5} fontSize={13} fill="var(--mantine-color-text)">
                {labelOf(kind)}
              </text>
              <line x1={LEFT} x2={width - RIGHT} y1={y} y2={y} stroke="var(--line)" />
              {clustersOf(
                moments.filter((moment) => moment.kind === kind),
                (moment) => x(distanceOf(moment)),
              ).map((cluster) => (
                <Dot key={cluster.x} cluster={cluster} y={y} color={color} />
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function Dot({
  cluster: { x, moments },
  y,
  color,
}: {
  readonly cluster: Cluster;
  readonly y: number;
  readonly color: string;
}): JSX.Element {
  const place = usePlace();
  const [first] = moments;
  const { kind = '', objectId = '', at = '' } = first ?? {};
  const name =
    moments.length === 1
      ? `${labelOf(kind)}, ${objectId}, ${fullTime(at)}`
      : `${moments.length} × ${labelOf(kind)}, first ${objectId}, ${fullTime(at)}`;
  return (
    <Link to={placeOfObject(objectId, place)} aria-label={name}>
      <circle cx={x} cy={y} r={moments.length === 1 ? RADIUS : RADIUS + 4} fill={color}>
        <title>{name}</title>
      </circle>
      {moments.length > 1 && (
        <text
          x={x}
          y={y + 4}
          textAnchor="middle"
          fontSize={12}
          fontWeight={600}
          fill="var(--surface)"
          pointerEvents="none"
        >
          {moments.length}
        </text>
      )}
    </Link>
  );
}

/** The moments in their order, those beside each other as one. */
function clustersOf(moments: readonly Moment[], x: (moment: Moment) => number): readonly Cluster[] {
  const clusters: Cluster[] = [];
  for (const moment of moments) {
    const last = clusters.at(-1);
    if (last && x(moment) - last.x < 2 * RADIUS + 4)
      clusters[clusters.length - 1] = { x: last.x, moments: [...last.moments, moment] };
    else clusters.push({ x: x(moment), moments: [moment] });
  }
  return clusters;
}

/** The labels that have room, from now on. */
function marksWithin(
  farthest: number,
  x: (ms: number) => number,
): readonly (readonly [name: string, x: number])[] {
  const marks: (readonly [string, number])[] = [];
  for (const [name, ms] of MARKS) {
    const last = marks.at(-1);
    if (ms <= farthest && (!last || x(ms) - last[1] >= LABEL_WIDTH)) marks.push([name, x(ms)]);
  }
  return marks;
}
