import { collectDefaultMetrics, Registry, type Gauge } from 'prom-client';
import { waitAtMost } from '../process/timeout.js';

/** The time that a scrape waits for gauges that are read from elsewhere. */
const READ_TIMEOUT_MS = 2_000;

/** Sets gauges whose values must be read, for example from the database. */
export type Read = () => Promise<void> | void;

/** All metrics of one process. The parts of Tollgate that share a process share it. */
export class Exposition {
  readonly registry = new Registry();
  private readonly gauges = new Set<Gauge>();
  private readonly reads: (() => Promise<void>)[] = [];
  private scraping: Promise<string> | undefined;

  /**
   * Calls `read` before each scrape to fill the gauges, which must have labels. While it fails or takes too
   * long, they are absent: no figure is better than an old one.
   */
  readBefore(gauges: readonly Gauge[], read: Read): void {
    for (const gauge of gauges) this.gauges.add(gauge);
    this.reads.push(oneAtATime(read));
  }

  /** Adds what Node knows of its process: memory, processor time, event loop lag, garbage collection. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** The text that Prometheus reads. Concurrent scrapes share one. */
  text(): Promise<string> {
    this.scraping ??= this.scrape().finally(() => (this.scraping = undefined));
    return this.scraping;
  }

  private async scrape(): Promise<string> {
    for (const gauge of this.gauges) gauge.reset();
    await waitAtMost(READ_TIMEOUT_MS, Promise.all(this.reads.map((read) => read())));
    return this.registry.metrics();
  }
}

/** The same, but never begun again before it has ended, and never failing. */
function oneAtATime(read: Read): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= Promise.resolve()
      .then(read)
      .catch(() => undefined)
      .finally(() => (underWay = undefined));
    return underWay;
  };
}
