import type { JSX } from 'react';
import { toneOf, type Tone } from './tone';
import { labelOf } from './words';

/** A state as a dot and a word. */
export function Status({
  of,
  tone = toneOf(of),
  label = labelOf(of),
}: {
  readonly of: string;
  readonly tone?: Tone;
  readonly label?: string;
}): JSX.Element {
  return (
    <span className="status tone" data-tone={tone}>
      {label}
    </span>
  );
}
