import { Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useMemo, useRef, useState, type JSX, type ReactNode } from 'react';
import { messageOf } from '../ui/trouble';
import { parseFilters, type Filter } from './filters';

const PAUSE_MS = 250;

/** The text of a page's filter, which is in its address. */
export interface Search {
  readonly text: string;
  readonly set: (text: string) => void;
  /** The filters in the text, parsed shortly after the last key. */
  readonly filters: readonly Filter[];
}

export function useSearchText(): Search {
  const { q: written = '' }: { readonly q?: string } = useSearch({ strict: false });
  const [text, set] = useState(written);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const navigate = useNavigate();
  const own = useRef(written);
  useEffect(() => {
    // A link has changed the address.
    if (written !== own.current) set(written);
    own.current = written;
  }, [written]);
  useEffect(() => {
    if (settled === own.current) return;
    own.current = settled;
    void navigate({ to: '.', search: ((now: object) => ({ ...now, q: settled || undefined })) as never, replace: true });
  }, [settled, navigate]);
  const filters = useMemo(() => parseFilters(settled), [settled]);
  return { text, set, filters };
}

interface FilterBarProps {
  readonly search: Search;
  /** The possible words: "Search by order, ID or email". */
  readonly placeholder: string;
  /** Why the API refuses the filter. What was shown stays. */
  readonly error?: Error | undefined;
  /** Further filters and actions. */
  readonly children?: ReactNode;
}

export function FilterBar({ search, placeholder, error, children }: FilterBarProps): JSX.Element {
  return (
    <Group mb="sm" gap="xs" align="flex-start">
      <TextInput
        data-search
        size="xs"
        aria-label="Filter"
        placeholder={placeholder}
        leftSection={<SearchIcon size={14} />}
        value={search.text}
        onChange={(event) => search.set(event.currentTarget.value)}
        error={error && messageOf(error)}
        errorProps={{ role: 'alert' }}
        style={{ flex: '1 1 240px' }}
      />
      {children}
    </Group>
  );
}
