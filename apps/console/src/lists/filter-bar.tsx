import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchIcon } from '@primer/octicons-react';
import { useEffect, useMemo, useRef, useState, type JSX, type ReactNode } from 'react';
import { Refusal } from '../api/client';
import { messageOf } from '../ui/trouble';
import { FilterChips } from './filter-chips';
import { choiceHint, typedFilters } from './filter-model';
import { parseFilters, type Filter } from './filters';
import './lists.css';
import type { Filters } from './use-filters';

const PAUSE_MS = 250;

/** The text of a page's filter, which is in its address. */
export interface Search {
  readonly text: string;
  readonly set: (text: string) => void;
  /** The text shortly after the last key, in lower case. */
  readonly words: string;
  /** The filters in the text, parsed shortly after the last key. */
  readonly filters: readonly Filter[];
}

export function useSearchText(): Search {
  const { q: written = '' }: { readonly q?: string } = useSearch({ strict: false });
  const [text, set] = useState(written);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const navigate = useNavigate();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const own = useRef(written);
  useEffect(() => {
    // A link has changed the address.
    if (written !== own.current) set(written);
    own.current = written;
  }, [written]);
  // A page stays until the next one is loaded, which what was typed last is not for.
  useEffect(() => set(own.current), [page]);
  useEffect(() => {
    if (settled === own.current) return;
    own.current = settled;
    void navigate({
      to: '.',
      search: ((now: object) => ({ ...now, q: settled || undefined })) as never,
      replace: true,
    });
  }, [settled, navigate]);
  const filters = useMemo(() => parseFilters(settled), [settled]);
  return { text, set, words: settled.trim().toLowerCase(), filters };
}

interface FilterBarProps {
  readonly search: Search;
  /** The possible words: "Search by order, ID or email". */
  readonly placeholder: string;
  /** Why the API refuses the filter. What was shown stays. */
  readonly error?: Error | undefined;
  /** True while the list shows the rows of an earlier filter. */
  readonly isStale?: boolean;
  /** The filters of the list besides its text. */
  readonly filters?: Filters;
  /** Actions. */
  readonly children?: ReactNode;
}

export function FilterBar({
  search,
  placeholder,
  error,
  isStale = false,
  filters,
  children,
}: FilterBarProps): JSX.Element {
  const typed = filters && typedFilters(search.text, filters.fields);
  const hasTyped = typed !== undefined && Object.keys(typed.values).length > 0;
  const apply = (isReplacing = false): void => {
    if (!hasTyped) return;
    filters?.set({ ...typed.values, q: typed.text || undefined }, isReplacing);
    search.set(typed.text);
  };
  const applyFirst = useRef(apply);
  // Links of earlier consoles have filters in their text.
  useEffect(() => applyFirst.current(true), []);
  return (
    <div className="filters">
      <TextInput
        data-search
        size="xs"
        aria-label="Filter"
        placeholder={placeholder}
        leftSection={<SearchIcon size={14} />}
        value={search.text}
        onChange={(event) => search.set(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
        error={error && troubleOf(error, isStale, search.text !== '' || filters?.isActive === true)}
        errorProps={{ role: 'alert' }}
        description={hasTyped ? 'Press Enter to filter' : filters && choiceHint(search.text, filters.fields)}
        inputWrapperOrder={['input', 'error', 'description']}
      />
      {filters && <FilterChips filters={filters} />}
      {children}
    </div>
  );
}

/** Why the rows are not those of the filter: the API refuses it, or does not answer. */
function troubleOf(error: Error, isStale: boolean, isFiltered: boolean): string | undefined {
  if (isStale && !(error instanceof Refusal)) return `Not filtered: ${messageOf(error).replace(/\.$/, '')}`;
  // The list shows an error that no filter causes.
  return isFiltered && error instanceof Refusal ? messageOf(error) : undefined;
}
