import { parsedJson } from '#kernel/values.js';
import { withoutControls } from '#kernel/without-controls.js';

const NOT_OK = 300;
const MAX_BEGINNING_LENGTH = 200;

/** The control API, as a tool asks it. A rejected call throws an error with the message of the API. */
export interface ControlCalls {
  json<Answer>(method: string, path: string, sent?: SentParameters): Promise<Answer>;
  text(path: string): Promise<string>;
  /** Any answer, also a rejection. */
  answer(method: string, path: string, sent?: SentParameters): Promise<ControlAnswer>;
}

export interface ControlAnswer {
  readonly status: number;
  /** The `Content-Type`. */
  readonly type: string | undefined;
  readonly text: string;
}

/** The text of an accepted call. Throws the error of a rejected one. */
export function accepted(answer: ControlAnswer): string {
  if (answer.status < NOT_OK) return answer.text;
  const error = jsonIn(answer);
  if (error === undefined) throw new Error(wordsFor(answer));
  const { message, code } = error as { message: string; code: string };
  throw new Error(`${message} (${code})`);
}

/** Undefined if the answer is not JSON, such as a file or a page. */
export function jsonIn({ text }: ControlAnswer): unknown {
  return parsedJson(text);
}

/** A sentence about an answer that is not JSON. */
export function wordsFor({ status, type = 'no type', text }: ControlAnswer): string {
  const beginning = withoutControls(text.slice(0, MAX_BEGINNING_LENGTH));
  return `answered ${status} with ${type}, which is not JSON; its ${text.length} characters begin: ${beginning}`;
}

export interface SentParameters {
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON, which leaves undefined values out. */
  readonly body?: object;
}

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: ObjectSchema;
  /** True if it changes nothing. */
  readonly isReadOnly: boolean;
  run(calls: ControlCalls, given: object): Promise<string>;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

type Definition<Given> = Omit<Tool, 'run' | 'inputSchema' | 'isReadOnly'> & {
  readonly isReadOnly?: boolean;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly (keyof Given & string)[];
  readonly run: (calls: ControlCalls, given: Given) => Promise<string>;
};

/** The server validates arguments by the schema before it runs a tool. */
export function tool<Given extends object>({
  name,
  description,
  properties,
  required,
  isReadOnly = false,
  run,
}: Definition<Given>): Tool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, ...(required && { required }) },
    isReadOnly,
    run: (calls, given) => run(calls, given as Given),
  };
}

export interface InSandbox {
  readonly sandbox: string;
}

export const SANDBOX = {
  sandbox: { type: 'string', description: 'Name of the sandbox; self: that of the key' },
};

/** A segment that an address resolves: another path than the given one would be called. */
const DOTS = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

export function inSandbox(name: string, rest = ''): string {
  return `/api/sandboxes/${encodeURIComponent(withoutDots(name))}${rest}`;
}

/** The path. Throws if it has the segment `.` or `..`. */
export function withoutDots(path: string): string {
  if (DOTS.test(path.split('?', 1)[0] ?? '')) throw new Error('. and .. are not allowed in a path');
  return path;
}

/** A path of the emulated API, in test mode. */
export function inApi(sandbox: string, path: string): string {
  return inSandbox(sandbox, `/api/test${withoutDots(path)}`);
}
