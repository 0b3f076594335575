import { parseArgs } from 'node:util';
import { REQUEST_ROWS, type RequestRow } from './requests.js';
import type { Round } from './round.js';

/** What is measured besides requests. */
const OTHER_ROWS = ['webhooks', 'footprint', 'control', 'search'] as const;
type OtherRow = (typeof OTHER_ROWS)[number];
type RowName = RequestRow | OtherRow;
const ALL_ROWS: readonly RowName[] = [...REQUEST_ROWS, ...OTHER_ROWS];

const MAX_ROUNDS = 100;
const MAX_SECONDS = 600;
const MAX_CONNECTIONS = 150;
const MAX_PROCESSES = 4;
const SMALL = 1_000;
const SHORT_CONNECTIONS = 5;
const SHORT_TIMES = 20;
const MILLION = 1_000_000;

export const HELP = `npm run bench -- [options]

  --rows=A,B         rows to measure: ${ALL_ROWS.join(', ')} (default: all)
  --rounds=N         rounds of each measurement, alternating with its comparison (default: 5)
  --seconds=N        seconds of a round, after a warm-up of half that time (default: 3)
  --connections=A,B  concurrent clients (default: 1,20,100)
  --processes=A,B    API processes (default: 1,2)
  --million          also measure with ${MILLION} charges in the database; needs about 20 GB of disk, and minutes to fill each of four databases
  --filled=N         like --million, with N charges
  --short            smoke test: every row once with few requests; figures are not valid
  --write            write the tables to docs/benchmarks/
`;

export interface BenchOptions {
  readonly rows: readonly RowName[];
  readonly rounds: number;
  readonly round: Round;
  readonly connections: readonly number[];
  readonly processes: readonly number[];
  /** Charges in the database, and in the second database if there is to be one. */
  readonly small: number;
  readonly large: number | undefined;
  readonly isShort: boolean;
  readonly isWritten: boolean;
}

/** Reads the command line; undefined when it asks for help. Throws where it cannot be understood. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ rows: text, rounds: text, seconds: text, connections: text, processes: text, filled: text },
      ...{ million: flag, short: flag, write: flag, help: flag },
    },
  });
  if (values.help) return undefined;
  const isShort = values.short ?? false;
  const numbers = (name: 'connections' | 'processes', max: number): number[] | undefined =>
    values[name]?.split(',').map((part) => wholeNumber(name, part, max));
  const number = (name: 'rounds' | 'filled', max: number): number | undefined =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name], max);
  return {
    rows: values.rows === undefined ? ALL_ROWS : values.rows.split(',').map(rowNamed),
    rounds: number('rounds', MAX_ROUNDS) ?? (isShort ? 1 : 5),
    round: values.seconds === undefined ? usualRound(isShort) : { seconds: wholeNumber('seconds', values.seconds, MAX_SECONDS) },
    connections: numbers('connections', MAX_CONNECTIONS) ?? (isShort ? [SHORT_CONNECTIONS] : [1, 20, 100]),
    processes: numbers('processes', MAX_PROCESSES) ?? (isShort ? [1] : [1, 2]),
    small: isShort ? SMALL / 10 : SMALL,
    large: number('filled', MILLION * 10) ?? (values.million ? MILLION : undefined),
    isShort,
    isWritten: values.write ?? false,
  };
}

function usualRound(isShort: boolean): Round {
  return isShort ? { times: SHORT_TIMES } : { seconds: 3 };
}

/** From how many clients, to how many API processes. More processes than clients would stand idle. */
export function loadsOf({ connections, processes }: BenchOptions): { connections: number; processes: number }[] {
  return connections.flatMap((clients) =>
    processes.filter((count) => count <= clients).map((count) => ({ connections: clients, processes: count })),
  );
}

function rowNamed(name: string): RowName {
  const row = ALL_ROWS.find((known) => known === name);
  if (!row) throw new Error(`--rows must be some of ${ALL_ROWS.join(', ')}`);
  return row;
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max) throw new Error(`--${name} must be a whole number from 1 to ${max}`);
  return value;
}
