import type { Readable } from 'node:stream';

const CLEAR = '\u001b[K';

/** A stream that may be a terminal, such as stderr. */
interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The progress in the last line of a terminal; elsewhere it is not shown. Lines are printed above it. */
export class ProgressLine {
  private text = '';

  constructor(private readonly output: Output) {}

  /** Replaces the progress; an empty text removes it. A longer one than the terminal is wide is cut. */
  show(text: string): void {
    if (!this.output.isTTY) return;
    // A terminal of unknown width has 0 columns.
    this.text = text.slice(0, (this.output.columns || Infinity) - 1);
    this.output.write(`${CLEAR}${this.text}\r`);
  }

  /** Prints whole lines, each with its line feed. */
  print(lines: string): void {
    this.output.write(this.text === '' ? lines : `${CLEAR}${lines}${this.text}\r`);
  }

  /** Prints what comes from a stream, as soon as a line is whole. */
  printFrom(stream: Readable): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      const end = chunk.lastIndexOf('\n') + 1;
      if (end > 0) this.print(rest + chunk.slice(0, end));
      rest = (end > 0 ? '' : rest) + chunk.slice(end);
    });
    stream.on('end', () => {
      if (rest !== '') this.print(`${rest}\n`);
    });
  }
}
