import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeeper, isObject } from '#kernel/values.js';
import { MAX_NESTING } from '#control/shops/rules/shop-terms.js';
import { EXIT, Failure } from '../failure.js';
import { VERSION } from '#platform/process/version.js';
import type { SideAnswer } from './live-side.js';
import type { Answer, Exchange, Flow } from './exchange.js';

/** Country and currency of an account. */
export interface Profile {
  readonly country: string;
  readonly currency: string;
}

/** The file of a recording that changes each time. */
interface About extends Profile {
  readonly against: string;
  readonly recorded_at: string;
  readonly tollgate: string;
}

interface Recorded extends Answer {
  readonly name: string;
  readonly request: string;
  /** Changes with the exchange; another one has another answer. */
  readonly digest: string;
}

const ABOUT = 'recording.json';
/** The body is a level below its record. */
const MAX_RECORDED = MAX_NESTING + 1;

/** A folder with a file for each flow. A second recording of the same answers changes only its date. */
export class Recorder {
  private exchanges: Recorded[] = [];

  constructor(private readonly folder: string) {}

  begin(about: Omit<About, 'tollgate'>): void {
    this.write(ABOUT, { ...about, tollgate: VERSION });
  }

  add(exchange: Exchange, answer: Answer): void {
    const { name, request } = exchange;
    this.exchanges.push({ name, request, digest: digestOf(exchange), ...answer });
  }

  end({ name }: Flow): void {
    this.write(`${name}.json`, this.exchanges);
    this.exchanges = [];
  }

  private write(file: string, content: unknown): void {
    const path = join(this.folder, file);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
    } catch (error) {
      throw new Failure(`cannot write ${path}: ${(error as Error).message}`, EXIT.usage);
    }
  }
}

export class RecordedSide {
  readonly made = [];
  readonly about: About;
  private answers = new Map<string, Recorded>();

  constructor(private readonly folder: string) {
    const about = this.read(ABOUT);
    const { country, currency } = (about ?? {}) as Partial<About>;
    if (typeof country !== 'string' || typeof currency !== 'string')
      throw new Failure(
        `${folder} is neither an address nor a recording: it has no ${ABOUT} with country and currency`,
        EXIT.usage,
      );
    this.about = about as About;
  }

  begin({ name }: Flow): void {
    const recorded = this.read(`${name}.json`) ?? [];
    if (!Array.isArray(recorded) || !recorded.every(isRecorded))
      throw new Failure(`${join(this.folder, name)}.json is not a list of recorded answers`, EXIT.usage);
    this.answers = new Map(recorded.map((each) => [each.name, each]));
  }

  ask(exchange: Exchange): Promise<SideAnswer> {
    const found = this.answers.get(exchange.name);
    if (!found) return Promise.resolve({ missing: 'it is not in the recording' });
    if (found.digest !== digestOf(exchange))
      return Promise.resolve({ missing: 'the exchange has changed since the recording' });
    const { status, type, body } = found;
    return Promise.resolve({ answer: { status, type, body } });
  }

  private read(file: string): unknown {
    try {
      return JSON.parse(readFileSync(join(this.folder, file), 'utf8'));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new Failure(`cannot read ${join(this.folder, file)}: ${message}`, EXIT.usage);
    }
  }
}

function isRecorded(value: unknown): value is Recorded {
  return (
    isObject(value) &&
    !isDeeper(value, MAX_RECORDED) &&
    ['name', 'digest', 'type'].every((name) => typeof value[name] === 'string') &&
    typeof value['status'] === 'number'
  );
}

/** Of what the answer depends on: not of rows, resource and expected error. */
function digestOf({ row: _row, rows: _rows, resource: _resource, error: _error, ...rest }: Exchange): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 12);
}
