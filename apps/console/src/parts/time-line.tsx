import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { usePlace } from '../app/place';
import { placeOfObject } from '../feed/entry';
import { labelOf } from '../ui/words';

/** An upcoming event. */
export interface Moment {
  readonly at: string;
  readonly kind: string;
  readonly objectId: string;
}

const [WIDTH, HEIGHT, EDGE, LINE] = [1000, 84, 40, 44];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The line is linear below this distance. */
const NEAREST_MS = 10_000;

/** The labels of the axis. */
const MARKS: readonly (readonly [name: string, ms: number])[] = [
  ['1 min', MINUTE_MS],
  ['10 min', 10 * MINUTE_MS],
  ['1 h', HOUR_MS],
  ['6 h', 6 * HOUR_MS],
  ['1 day', DAY_MS],
  ['1 week', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
  ['1 year', 365 * DAY_MS],
];

/** Upcoming events on a logarithmic line from now on. Each links to its object. */
export function TimeLine({ now, moments }: { readonly now: string; readonly moments: readonly Moment[] }): JSX.Element | null {
  const place = usePlace();
  const distances = moments.map(({ at }) => Math.max(0, Date.parse(at) - Date.parse(now)));
  const farthest = Math.max(...distances, MINUTE_MS) * 1.1;
  if (moments.length === 0) return null;
  const x = (ms: number): number => EDGE + ((WIDTH - 2 * EDGE) * Math.log1p(ms / NEAREST_MS)) / Math.log1p(farthest / NEAREST_MS);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" className="time-line" role="group" aria-label="Upcoming on a line">
      <line x1={EDGE} x2={WIDTH - EDGE} y1={LINE} y2={LINE} stroke="var(--mantine-color-dimmed)" />
      <Mark x={x(0)} name="now" />
      {MARKS.filter(([, ms]) => ms <= farthest).map(([name, ms]) => (
        <Mark key={name} x={x(ms)} name={name} />
      ))}
      {moments.map(({ at, kind, objectId }, index) => (
        <Link key={`${objectId} ${at} ${index}`} to={placeOfObject(objectId, place)} aria-label={`${labelOf(kind)}, ${objectId}, at ${at}`}>
          <circle cx={x(distances[index] ?? 0)} cy={LINE - 18} r={8} fill="var(--mantine-primary-color-filled)" fillOpacity={0.7}>
            <title>{`${labelOf(kind)}, ${objectId}, ${at}`}</title>
          </circle>
        </Link>
      ))}
    </svg>
  );
}

function Mark({ x, name }: { readonly x: number; readonly name: string }): JSX.Element {
  return (
    <>
      <line x1={x} x2={x} y1={LINE - 5} y2={LINE + 5} stroke="var(--mantine-color-dimmed)" />
      <text x={x} y={LINE + 26} textAnchor="middle" fontSize={18} fill="var(--mantine-color-dimmed)">
        {name}
      </text>
    </>
  );
}
