import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { EXIT, Failure } from './failure.js';
import type { Body, Option } from './operation.js';

/** Values of options by parameter: a text, several, or `true`. */
export type Given = Readonly<Record<string, string | readonly string[] | true | undefined>>;

type Pair = [name: string, value: string];

const STDIN = 0;
const PIECE_BYTES = 1024 * 1024;

export function queryOf(options: readonly Option[], given: Given): URLSearchParams {
  return new URLSearchParams(pairsOf(options, given));
}

/** The body of a call: a form with brackets, as curl would send it, or the file that it takes. */
export function bodyOf(
  { type, options }: Body,
  given: Given,
  data: readonly string[],
): URLSearchParams | FormData {
  if (type === 'upload') return uploadOf(options, given);
  return new URLSearchParams([...pairsOf(options, given), ...data.map(split)]);
}

/** The contents of a file; `-` is stdin. No more than `maxBytes` is read. */
export function contentOf(path: string, maxBytes = Infinity): Buffer<ArrayBuffer> {
  try {
    const file = path === '-' ? STDIN : openSync(path, 'r');
    try {
      return readWhole(file, maxBytes);
    } finally {
      if (file !== STDIN) closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * The bytes of a file, read until `ended` while they are sent; `-` is stdin. Throws a {@link Failure} if it
 * cannot be read.
 */
export async function* piecesOf(path: string, ended: AbortSignal): AsyncGenerator<Buffer<ArrayBuffer>> {
  const file = addAbortSignal(ended, path === '-' ? process.stdin : createReadStream(path));
  try {
    yield* file as AsyncIterable<Buffer<ArrayBuffer>>;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Failure {
  const name = path === '-' ? 'stdin' : path;
  return new Failure(`cannot read ${name}: ${(error as Error).message}`, EXIT.usage);
}

/** Neither a pipe nor a device has a size before it is read. */
function readWhole(file: number, maxBytes: number): Buffer<ArrayBuffer> {
  const pieces: Buffer[] = [];
  for (let size = 0; ;) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const length = readSync(file, piece);
    if (length === 0) return Buffer.concat(pieces);
    size += length;
    if (size > maxBytes) throw new Error(`it is too large (maximum is ${maxBytes} bytes)`);
    pieces.push(piece.subarray(0, length));
  }
}

function pairsOf(options: readonly Option[], given: Given): Pair[] {
  return options.flatMap(({ name, kind }) => {
    const values = valuesOf(given[name]);
    if (kind === 'items') return fromItems(name, values);
    return values.flatMap((value) => fromValue(name, kind, value, values.length > 1));
  });
}

/**
 * `route=POST /charges` of `--match` is `match[route]`, and `metadata[order]=1042` is
 * `match[metadata][order]`. What has parts may also be JSON.
 */
function fromValue(name: string, kind: Option['kind'], value: string, isOneOfSeveral: boolean): Pair[] {
  if (kind === 'parts' && value.trimStart().startsWith('{')) return fromJson(name, readJson(value));
  if (kind === 'list' && value.trimStart().startsWith('[')) return fromJson(name, readJson(value));
  if (kind === 'parts' && value.includes('=')) return [fromPart(name, value)];
  return [[kind === 'list' && isOneOfSeveral ? `${name}[]` : name, value]];
}

function fromItems(name: string, values: readonly string[]): Pair[] {
  const items = values.flatMap(itemsOf);
  if (items.length === 0 && values.length > 0) return [[name, '']];
  return items.flatMap((item, index) => fromItem(`${name}[${index}]`, item));
}

/** `currency=USD,rate=36.5` is an item as it is; JSON is one, or a list of them. */
function itemsOf(value: string): unknown[] {
  return /^\s*[[{]/.test(value) ? [readJson(value)].flat() : [value];
}

function fromItem(name: string, item: unknown): Pair[] {
  return typeof item === 'string'
    ? item.split(',').map((part) => fromPart(name, part))
    : fromJson(name, item);
}

function fromPart(name: string, text: string): Pair {
  const [part, content] = split(text);
  const [first = '', ...rest] = part.split('[');
  return [`${name}[${first}]${rest.map((each) => `[${each}`).join('')}`, content];
}

/** A form has no null, list or object that is empty: each is sent as an empty text. */
function fromJson(name: string, value: unknown): Pair[] {
  if (value === null || typeof value === 'string') return [[name, value ?? '']];
  if (typeof value !== 'object') return [[name, JSON.stringify(value)]];
  const parts = Object.entries(value);
  return parts.length === 0
    ? [[name, '']]
    : parts.flatMap(([part, content]) => fromJson(`${name}[${part}]`, content));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${text} is not JSON: ${(error as Error).message}`, EXIT.usage);
  }
}

function valuesOf(given: Given[string]): string[] {
  if (given === undefined) return [];
  if (given === true) return ['true'];
  const values = typeof given === 'string' ? [given] : given;
  return values.map((value) => (value.startsWith('@') ? contentOf(value.slice(1)).toString() : value));
}

function uploadOf(options: readonly Option[], given: Given): FormData {
  const form = new FormData();
  for (const { name } of options) {
    const path = given[name];
    if (typeof path === 'string') form.append(name, new Blob([contentOf(path)]), basename(path));
  }
  return form;
}

function split(pair: string): Pair {
  const at = pair.indexOf('=');
  if (at < 1) throw new Failure(`"${pair}" must be name=value`, EXIT.usage);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
