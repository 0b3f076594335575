import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type JSX } from 'react';
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
  const { q: written = '' }: { readonly q?: string } = useSearch({ strict: false });
  const [text, set] = useState(written);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const navigate = useNavigate();
  const own = useRef(written);
  useEffect(() => {
    // A link has led here: what was typed before is of another place.
    if (written !== own.current) set(written);
    own.current = written;
  }, [written]);
  useEffect(() => {
    if (settled === own.current) return;
    own.current = settled;
    void navigate({ to: '.', search: (settled === '' ? {} : { q: settled }) as never, replace: true });
  }, [settled, navigate]);
  const filters = useMemo(() => parseFilters(settled), [settled]);
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
