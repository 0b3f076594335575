import { parseArgs } from 'node:util';
import { PARTS, type Part } from './written.js';

const MAX = { rounds: 100, requests: 1_000_000, clients: 150, filled: 10_000_000 };

export const HELP = `npm run bench -- [options]

  --parts=A,B     start (npm start), split (one process of each kind, with Redis), control, search (default: all)
  --nodes=A,B     node binaries that run npm start (default: the one that runs this program)
  --rounds=N      rounds of each measurement, alternating between the binaries (default: 3)
  --requests=N    requests of a round, after a warm-up of half as many (default: 2000)
  --clients=A,B   concurrent clients (default: 1,20,100)
  --filled=N      charges in the database of the split deployment before it is measured, and in that of searches (default: 0 and 100000)
  --short         smoke test: everything once with few requests; figures are not valid
  --write         write the tables into docs
`;

export interface BenchOptions {
  readonly parts: readonly Part[];
  readonly nodes: readonly string[];
  readonly rounds: number;
  readonly requests: number;
  readonly clients: readonly number[];
  readonly filled: number | undefined;
  readonly isShort: boolean;
  readonly isWritten: boolean;
}

/** Reads the command line; undefined when it asks for help. Throws if it is invalid. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      parts: text,
      nodes: text,
      rounds: text,
      requests: text,
      clients: text,
      filled: text,
      short: flag,
      write: flag,
      help: flag,
    },
  });
  if (values.help) return undefined;
  const isShort = values.short ?? false;
  const numbers = (name: keyof typeof MAX): number[] | undefined =>
    values[name]?.split(',').map((part) => wholeNumber(name, part));
  return {
    parts: values.parts?.split(',').map(partNamed) ?? PARTS,
    nodes: values.nodes?.split(',') ?? [process.execPath],
    rounds: numbers('rounds')?.[0] ?? (isShort ? 1 : 3),
    requests: numbers('requests')?.[0] ?? (isShort ? 20 : 2_000),
    clients: numbers('clients') ?? (isShort ? [5] : [1, 20, 100]),
    filled: numbers('filled')?.[0],
    isShort,
    isWritten: values.write ?? false,
  };
}

function partNamed(name: string): Part {
  const part = PARTS.find((known) => known === name);
  if (!part) throw new Error(`--parts must be some of ${PARTS.join(', ')}`);
  return part;
}

function wholeNumber(name: keyof typeof MAX, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MAX[name])
    throw new Error(`--${name} must be a whole number from 1 to ${MAX[name]}`);
  return value;
}
