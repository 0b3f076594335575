import { inspect, styleText } from 'node:util';
import { pino, type DestinationStream } from 'pino';
import { withoutControls } from '#kernel/without-controls.js';

type Style = Parameters<typeof styleText>[0];

const STYLES: Readonly<Record<string, Style>> = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green' };
const LEVEL_WIDTH = 5;

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack: string };
  readonly [field: string]: unknown;
}

/** Turns each JSON line of a log into one for a person: time, level, message, fields, then the stack. */
export function readable(output: DestinationStream & { flush(): void }, isColoured: boolean) {
  return {
    write: (line: string) => output.write(`${readableLine(JSON.parse(line) as Line, isColoured)}\n`),
    flush: () => output.flush(),
  };
}

function readableLine({ level, time, msg = '', err, ...fields }: Line, isColoured: boolean): string {
  const paint = (style: Style, text: string): string =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const label = pino.levels.labels[level] ?? String(level);
  const parts = [
    paint('dim', new Date(time).toISOString().slice('2026-01-31T'.length, -1)),
    paint(STYLES[label] ?? 'dim', label.toUpperCase().padEnd(LEVEL_WIDTH)),
    withoutControls(msg),
    ...Object.entries(fields).map(([name, value]) => paint('dim', `${name}=${shown(value)}`)),
  ];
  return [parts.join(' '), ...(err ? [withoutControls(err.stack)] : [])].join('\n');
}

function shown(value: unknown): string {
  const isWord = typeof value === 'string' && /^[!-~]+$/.test(value);
  return isWord ? value : inspect(value, { breakLength: Infinity });
}
