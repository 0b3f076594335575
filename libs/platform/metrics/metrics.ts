import { Counter, Gauge, Histogram } from 'prom-client';
import { Exposition, type Read } from './exposition.js';

/** The parts of Tollgate: a process each, or all in one. */
export type Part = 'api' | 'vault' | 'pay' | 'control' | 'worker';
/** A part, or what all parts of one process share. */
export type Counted = Part | 'all';

/**
 * The metrics of a process. A name stands for one metric, for every caller. Label values are few and known
 * beforehand: never an id, an address or other input. A counter with alerts starts with `inc(labels, 0)`,
 * because Prometheus sees no increase in a series that was absent.
 */
export class Metrics {
  constructor(
    readonly part: Counted,
    private readonly exposition: Exposition,
  ) {}

  counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return (
      this.known<Counter<L>>(name) ??
      new Counter({ name, help, labelNames, registers: [this.exposition.registry] })
    );
  }

  gauge<L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> {
    return (
      this.known<Gauge<L>>(name) ??
      new Gauge({ name, help, labelNames, registers: [this.exposition.registry] })
    );
  }

  /** `buckets` are upper bounds, in seconds where times are measured. */
  histogram<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: readonly number[],
  ): Histogram<L> {
    const config = { name, help, labelNames, buckets: [...buckets], registers: [this.exposition.registry] };
    return this.known<Histogram<L>>(name) ?? new Histogram(config);
  }

  /** See {@link Exposition.readBefore}. */
  readBefore(gauges: readonly Gauge[], read: Read): void {
    this.exposition.readBefore(gauges, read);
  }

  private known<T>(name: string): T | undefined {
    return this.exposition.registry.getSingleMetric(name) as T | undefined;
  }
}
