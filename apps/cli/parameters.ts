import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { EXIT, Failure } from './failure.js';
import type { Body, Option } from './operation.js';

/** What was given for options, by the names of their parameters: a text, several, or `true`. */
export type Given = Readonly<Record<string, string | readonly string[] | true | undefined>>;

const STDIN = 0;

/** Pairs of a query. */
export function queryOf(options: readonly Option[], given: Given): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name } of options) for (const value of valuesOf(given[name])) query.append(name, value);
  return query;
}

/** The body of a call: a form with brackets, as curl would send it, or the file that it takes. */
export function bodyOf({ type, options }: Body, given: Given, data: readonly string[]): URLSearchParams | FormData {
  if (type === 'upload') return uploadOf(options, given);
  const form = new URLSearchParams();
  for (const { name, kind } of options) for (const value of valuesOf(given[name])) form.append(...pairOf(name, kind, value, given[name]));
  for (const pair of data) form.append(...split(pair));
  return form;
}

/** What is in a file; `-` is what comes in. */
export function contentOf(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path === '-' ? STDIN : path);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
}

/** `route=POST /charges` of `--match` is `match[route]`, and `metadata[order]=1042` is `match[metadata][order]`. */
function pairOf(name: string, kind: Option['kind'], value: string, given: Given[string]): [name: string, value: string] {
  if (kind === 'parts' && value.includes('=')) {
    const [part, content] = split(value);
    const [first = '', ...rest] = part.split('[');
    return [`${name}[${first}]${rest.map((each) => `[${each}`).join('')}`, content];
  }
  const isSeveral = kind === 'list' && Array.isArray(given) && given.length > 1;
  return [isSeveral ? `${name}[]` : name, value];
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

function split(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new Failure(`"${pair}" must be name=value`, EXIT.usage);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
