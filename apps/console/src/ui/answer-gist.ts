import { isHtmlPage, readPage } from './html-text';
import { isStatusAlone } from './status-alone';

const LENGTH = 140;

/** The name of an exception: `PG::ConnectionBad`, `java.lang.IllegalStateException`, `Error: …`. */
const EXCEPTION =
  /(?:^|[\s"'(<])(?:[\w.\\:$]*[A-Za-z](?:Error|Exception|Failure)\b|(?:[A-Z]\w*::)+[A-Z]\w*|(?:Error|Exception): )/;
const COMPLAINT =
  /(?<!\/)\b(?:error|failed|failure|could not|cannot|can't|unable|denied|refused|invalid|missing)\b/i;
const TRACEBACK = /^Traceback \(most recent call last\)/;
/** Where it happened, which frameworks add: " in WebhooksController#create", " at /webhooks". */
const PLACE = / (?:in \S+#\S+|at \/\S*|in file \S+ on line \d+)$/;
const DEBUGGER = / \/\/ Werkzeug Debugger$/;

/** Fields of JSON that say what is wrong, in the order in which they are read. */
const NAMES = ['exception', 'error', 'code', 'type', 'title'] as const;
const MESSAGES = [
  'message',
  'error_description',
  'detail',
  'msg',
  'reason',
  'description',
  'errors',
] as const;
/** A field of JSON whose end was not stored. */
const FIELD = /"(exception|error|message|detail|error_description)"\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** A response body in one line: the message of its JSON, the error of its HTML page, or its first meaningful line. */
export function gistOf(body: string): string {
  const text = isHtmlPage(body) ? ofPage(body) : (ofJson(body) ?? ofLines(body.split('\n')));
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line;
}

function ofPage(html: string): string {
  const { comment, title, lines } = readPage(html);
  const named = title.replace(DEBUGGER, '');
  const all = [firstLine(comment), ...lines, named].map((line) => line.trim());
  const exception = exceptionIn(all);
  if (exception !== undefined) return exception;
  const [first = ''] = lines;
  const meaningful = [first, named, ...lines.filter((line) => COMPLAINT.test(line))].find(
    (line) => !isStatusAlone(line),
  );
  return meaningful ?? ([named, first].find((line) => line !== '') || 'an HTML page');
}

/** The first line with the name of an exception; a name alone, with the line after it. */
function exceptionIn(lines: readonly string[]): string | undefined {
  const index = lines.findIndex((line) => EXCEPTION.test(line) && !isStatusAlone(line));
  const line = lines[index];
  if (line === undefined) return undefined;
  const name = line.replace(PLACE, '');
  const next = lines.slice(index + 1).find((one) => one !== '');
  if (/\s/.test(name) || next === undefined || isStatusAlone(next)) return name;
  return next.startsWith(name) ? next : `${name}: ${next}`;
}

function ofLines(lines: readonly string[]): string {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const [first = ''] = filled;
  if (!TRACEBACK.test(first) && !isStatusAlone(first)) return first;
  // Python names the exception last.
  const rest = filled.slice(1);
  return exceptionIn(TRACEBACK.test(first) ? rest.toReversed().slice(0, 1) : rest) ?? first;
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}

function ofJson(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return messageIn(parsed);
  } catch {
    // It is no JSON, or its end was not stored.
    return /^\s*[[{]/.test(body) ? messageIn(storedFields(body)) : undefined;
  }
}

function storedFields(body: string): object {
  const found = [...body.matchAll(FIELD)].map(([, name = '', text = '']) => [
    name,
    JSON.parse(text) as string,
  ]);
  // An object within comes later.
  return Object.fromEntries(found.toReversed()) as object;
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return messageIn(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const firstOf = (names: readonly string[]): string | undefined =>
    names
      .map((name) => messageIn(fields[name])?.replace(/^#<(.*)>$/s, '$1'))
      .find((text) => text !== undefined && !isStatusAlone(text));
  const [name, message] = [firstOf(NAMES), firstOf(MESSAGES)];
  if (name === undefined || message === undefined || name.includes(message)) return name ?? message;
  return message.startsWith(name) ? message : `${name}: ${message}`;
}
