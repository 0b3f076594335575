import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
import type { QueueStore } from './surroundings.js';

const STORES: readonly QueueStore[] = ['postgres', 'redis'];
const DEFAULT_FAULTS = 50;
const MAX_FAULTS = 10_000;
const MAX_SEED = 2 ** 31 - 1;

export const HELP = `npm run chaos -- [options]

  --faults=N        faults for each queue store (default: ${DEFAULT_FAULTS})
  --seed=N          seed of an earlier run, to repeat its faults and requests (default: random)
  --queue=STORE     queue store, postgres or redis (default: both, one after the other)
  --short           smoke test, also for a busy machine: little load, short waits, no time limits
`;

export interface ChaosOptions {
  /** The number for each storage of the queue. */
  readonly faults: number;
  readonly seed: number;
  readonly stores: readonly QueueStore[];
  readonly isShort: boolean;
}

/** Parses the command line; undefined for --help. Throws if invalid. */
export function readOptions(args: readonly string[]): ChaosOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      faults: { type: 'string' },
      seed: { type: 'string' },
      queue: { type: 'string' },
      short: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return undefined;
  const store = STORES.find((name) => name === values.queue);
  if (values.queue !== undefined && !store) throw new Error(`--queue must be ${STORES.join(' or ')}`);
  return {
    faults: wholeNumber('faults', values.faults, MAX_FAULTS) ?? DEFAULT_FAULTS,
    seed: wholeNumber('seed', values.seed, MAX_SEED) ?? randomInt(MAX_SEED),
    stores: store ? [store] : STORES,
    isShort: values.short ?? false,
  };
}

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) throw new Error(`--${name} must be a whole number up to ${max}`);
  return value;
}
