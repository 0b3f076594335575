import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type JSX } from 'react';
import { parseFilters, type Filter } from './filters';

const PAUSE_MS = 250;

/** What is looked for on the page: it is in its address, so that it can be sent to somebody. */
export interface Search {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Once nothing is typed any more. */
  readonly filters: readonly Filter[];
}

export function useSearchText(): Search {
  const { q }: { readonly q?: unknown } = useSearch({ strict: false });
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  const navigate = useNavigate();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const filters = useMemo(() => parseFilters(settled), [settled]);
  const set = (value: string): void => void navigate({ to: '.', search: (value === '' ? {} : { q: value }) as never, replace: true });
  return { text, set, filters };
}

export function SearchField({ search, placeholder }: { readonly search: Search; readonly placeholder: string }): JSX.Element {
  return (
    <TextInput
      data-search
      aria-label="Filter"
      placeholder={placeholder}
      value={search.text}
      onChange={(event) => search.set(event.currentTarget.value)}
      style={{ flex: '1 1 200px' }}
    />
  );
}
