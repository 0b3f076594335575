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

/** Whether all filters let it pass. A key is that of the object itself, or of its details: `status:503`, `kind:attempt`, `-key:charge.create`. */
export function passes(entry: Readonly<Record<string, unknown>>, filters: readonly Filter[]): boolean {
  const details = (entry['details'] ?? {}) as Readonly<Record<string, unknown>>;
  return filters.every(({ key, value, isExcluded }) => {
    const has =
      key === undefined
        ? JSON.stringify(entry).toLowerCase().includes(value)
        : [entry[key], details[key]].some((field) => asText(field) === value);
    return has !== isExcluded;
  });
}

function asText(field: unknown): string {
  return typeof field === 'string' ? field.toLowerCase() : JSON.stringify(field ?? null);
}
