import { isObjectId } from './request-words';

/** `key:value` and `-key:value`, and words that may be anywhere. */
export interface Filter {
  readonly key: string | undefined;
  readonly value: string;
  readonly isExcluded: boolean;
}

export function parseFilters(text: string): Filter[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const isExcluded = word.startsWith('-');
      const [, key, value] = /^([a-z_.]+):(.*)$/i.exec(isExcluded ? word.slice(1) : word) ?? [];
      return { key, value: (value ?? (isExcluded ? word.slice(1) : word)).toLowerCase(), isExcluded };
    });
}

/** Parameters of the control API by their names, each with what of the words it looks for. */
export type Parameters = Readonly<Record<string, (filter: Filter) => string | undefined>>;

/**
 * The filters that the control API applies, by parameter name, and those that the console applies to its
 * answers.
 */
export interface Split {
  readonly query: Readonly<Record<string, string>>;
  readonly rest: readonly Filter[];
}

/** Whether a word is the id of an object. */
export function isId({ key, value }: Filter): boolean {
  return key === undefined && isObjectId(value);
}

/**
 * Asks the control API for what it can find among all entries: each parameter for the first filter that it
 * takes. It finds nothing by what is not to be there.
 */
function splitFilters(filters: readonly Filter[], parameters: Parameters): Split {
  const query: Record<string, string> = {};
  const rest = filters.filter((filter) => {
    const [name, value] =
      Object.entries(parameters)
        .map(([parameter, take]) => [parameter, filter.isExcluded ? undefined : take(filter)] as const)
        .find(([parameter, taken]) => taken !== undefined && query[parameter] === undefined) ?? [];
    if (name === undefined || value === undefined) return true;
    query[name] = value;
    return false;
  });
  return { query, rest };
}

/**
 * The same, with words that have no key: the control API looks for them together, wherever in an entry they
 * are.
 */
export function splitWithWords(filters: readonly Filter[], parameters: Parameters): Split {
  const { query, rest } = splitFilters(filters, parameters);
  const search = wordsIn(rest);
  return {
    query: search === '' ? query : { ...query, search },
    rest: rest.filter((filter) => !isWord(filter)),
  };
}

/** The words that have no key. */
function wordsIn(filters: readonly Filter[]): string {
  return filters
    .filter(isWord)
    .map(({ value }) => value)
    .join(' ');
}

function isWord({ key, isExcluded }: Filter): boolean {
  return key === undefined && !isExcluded;
}

/** Takes the filter with this key as it is. */
export function keyed(name: string): (filter: Filter) => string | undefined {
  return ({ key, value }) => (key === name && value !== '' ? value : undefined);
}

/**
 * True if the entry matches all filters. A key is a field of the entry or of its details: `status:503`,
 * `kind:attempt`, `-key:charge.create`.
 */
export function passes(entry: object, filters: readonly Filter[]): boolean {
  const fields = entry as Readonly<Record<string, unknown>>;
  const details = (fields['details'] ?? {}) as Readonly<Record<string, unknown>>;
  return filters.every(({ key, value, isExcluded }) => {
    const has =
      key === undefined
        ? JSON.stringify(entry).toLowerCase().includes(value)
        : [fields[key], details[key]].some((field) => asText(field) === value);
    return has !== isExcluded;
  });
}

function asText(field: unknown): string {
  return typeof field === 'string' ? field.toLowerCase() : JSON.stringify(field ?? null);
}
