import { Inject, Injectable, type LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { SETTINGS, type Settings } from '../config/settings.js';
import { StartRefusal } from '../process/start-refusal.js';
import { maskedError, maskedReason } from './masking.js';
import { readable } from './readable.js';
import { requestId } from './request-context.js';

type Fields = Readonly<Record<string, unknown>>;

/** Lines below a warning are written together: a request then needs no system call for its own. */
const MAX_DELAY_MS = 50;
const MAX_BUFFERED_LENGTH = 16_384;

/**
 * Structured logs, one JSON line each or, for a person, one {@link readable} line, with the id of the request
 * that they are about. Of what a caller sent nothing else is logged: no header, no body, no key.
 */
@Injectable()
export class Log {
  private readonly pino: Logger;

  constructor(@Inject(SETTINGS) { logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>) {
    this.pino = openLogger(logLevel, outputFor(logFormat));
  }

  debug(message: string, fields: Fields = {}): void {
    this.pino.debug(fields, message);
  }

  info(message: string, fields: Fields = {}): void {
    this.pino.info(fields, message);
  }

  warn(message: string, fields: Fields = {}): void {
    this.pino.warn(fields, message);
    this.pino.flush();
  }

  /** `error` is logged with its stack and causes, masked. */
  error(message: string, error: unknown, fields: Fields = {}): void {
    this.pino.error({ ...fields, err: error }, message);
    this.pino.flush();
  }
}

/** Errors and the reasons of warnings are masked. */
export function openLogger(level: Settings['logLevel'], destination: DestinationStream): Logger {
  const serializers = { err: maskedError, reason: maskedReason };
  return pino(
    { level, base: undefined, mixin: () => ({ requestId: requestId() }), serializers },
    destination,
  );
}

function outputFor(format: Settings['logFormat']): DestinationStream {
  const { stdout } = process;
  const isReadable = format === 'pretty' || (format === 'auto' && stdout.isTTY);
  // `hasColors` respects NO_COLOR and its like.
  return isReadable ? readable(standardOutput(), stdout.isTTY && stdout.hasColors()) : standardOutput();
}

let output: StandardOutput | undefined;

/** One for all loggers of the process, so that their lines stay in order. */
function standardOutput(): StandardOutput {
  return (output ??= new StandardOutput());
}

/** Standard output. A process that is killed loses the lines of the last {@link MAX_DELAY_MS}. */
class StandardOutput implements DestinationStream {
  private readonly stream = pino.destination(1);
  private lines = '';
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    process.once('exit', () => this.flush());
  }

  write(line: string): void {
    this.lines += line;
    if (this.lines.length >= MAX_BUFFERED_LENGTH) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), MAX_DELAY_MS).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines !== '') this.stream.write(this.lines);
    this.lines = '';
  }
}

/** Nest's own messages. Its progress messages have the level debug. */
export class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  log(message: unknown): void {
    this.target.debug(String(message));
  }

  warn(message: unknown): void {
    this.target.warn(String(message));
  }

  /** A refused start is printed elsewhere. */
  error(message: unknown, stack?: unknown): void {
    if (message instanceof StartRefusal) return;
    this.target.error(String(message), stack);
  }
}
