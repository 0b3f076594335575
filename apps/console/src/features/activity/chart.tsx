import { useState, type JSX, type MouseEvent, type ReactNode } from 'react';

const HEIGHT = 28;

interface Series {
  /** A CSS colour. */
  readonly colour: string;
  /** A value for each step, the oldest first. */
  readonly values: readonly number[];
}

interface ChartTileProps {
  readonly title: string;
  readonly figure: ReactNode;
  /** The accessible name of the chart. */
  readonly label: string;
  /** Stacked, the lowest first. */
  readonly series: readonly Series[];
  /** The times at both ends of the axis. */
  readonly axis: readonly [from: string, to: string];
  /** The text of the tooltip of a step. */
  readonly tipOf: (step: number) => string;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

/** A figure and its stacked bars over time. A click anywhere on the tile filters. */
export function ChartTile({
  title,
  figure,
  label,
  series,
  axis,
  tipOf,
  isPressed,
  onClick,
}: ChartTileProps): JSX.Element {
  const [step, setStep] = useState<number>();
  const count = series[0]?.values.length ?? 0;
  const follow = ({ currentTarget, clientX }: MouseEvent<HTMLElement>): void => {
    const { left, width } = (currentTarget.querySelector('svg') ?? currentTarget).getBoundingClientRect();
    const at = Math.floor((count * (clientX - left)) / width);
    setStep(at >= 0 && at < count ? at : undefined);
  };
  return (
    <div
      className="tile"
      data-pressed={isPressed || undefined}
      onMouseMove={follow}
      onMouseLeave={() => setStep(undefined)}
    >
      <button type="button" className="tile-figure" aria-pressed={isPressed} onClick={onClick}>
        <span>{title}</span> <strong>{figure}</strong>
      </button>
      {count > 0 && (
        <div className="tile-chart">
          <svg
            viewBox={`0 0 ${count} ${HEIGHT}`}
            preserveAspectRatio="none"
            height={HEIGHT}
            role="img"
            aria-label={label}
          >
            <title>{label}</title>
            <line
              x1={0}
              x2={count}
              y1={HEIGHT}
              y2={HEIGHT}
              stroke="var(--field-border)"
              vectorEffect="non-scaling-stroke"
            />
            {barsOf(series).map(({ key, ...bar }) => (
              <rect key={key} width={0.8} {...bar} />
            ))}
          </svg>
          <div className="tile-axis" aria-hidden>
            <span>{axis[0]}</span>
            <span>{axis[1]}</span>
          </div>
          {step !== undefined && (
            <div className="tile-tip" role="tooltip">
              {tipOf(step)}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

interface Bar {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly fill: string;
}

/** The highest stack has the height of the chart. */
function barsOf(series: readonly Series[]): Bar[] {
  const steps = (series[0]?.values ?? []).map((_, step) => series.map(({ values }) => values[step] ?? 0));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const most = Math.max(1, ...steps.map(sum));
  return steps.flatMap((values, step) =>
    values.map((value, index) => ({
      key: `${step} ${index}`,
      x: step + 0.1,
      y: HEIGHT * (1 - sum(values.slice(0, index + 1)) / most),
      height: (HEIGHT * value) / most,
      fill: series[index]?.colour ?? '',
    })),
  );
}
