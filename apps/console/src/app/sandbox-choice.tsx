import { SegmentedControl, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { usePlace, type Mode } from './place';

/** As many as one page of the list has: others are found by a part of their names. */
const LIMIT = 100;
const PAUSE_MS = 200;
const MORE = { value: '', label: 'Others: type a part of the name', disabled: true };

/** Selects the sandbox and the mode. Users who signed in with a sandbox's key see that sandbox only. */
export function SandboxChoice({ sandboxOfKey }: { readonly sandboxOfKey: string | null }): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  // The field also shows the selected sandbox's name, which is not a search.
  const search = settled === place.name ? '' : settled;
  const list = useQuery({
    queryKey: ['sandboxes', 'names', search],
    enabled: sandboxOfKey === null,
    queryFn: () => answerOf(api.GET('/api/sandboxes', { params: { query: { limit: LIMIT, ...(search && { search }) } } })),
    placeholderData: keepPreviousData,
  });
  const names = new Set([...(list.data?.data.map(({ name }) => name) ?? []), sandboxOfKey ?? place.name]);
  const go = (name: string, mode: Mode): void => void navigate({ to: '/sandboxes/$name/$mode', params: { name, mode } });
  return (
    <>
      <Select
        aria-label="Sandbox"
        data={[...names, ...(list.data?.next ? [MORE] : [])]}
        value={place.name}
        onChange={(name) => name && go(name, place.mode)}
        onSearchChange={setTyped}
        onClick={(event) => event.currentTarget.select()}
        nothingFoundMessage={list.isFetching ? '…' : 'No sandbox of this name'}
        searchable
        allowDeselect={false}
        w={150}
        size="xs"
      />
      <SegmentedControl
        aria-label="Mode"
        size="xs"
        data={[
          { value: 'test', label: 'Test' },
          { value: 'live', label: 'Live' },
        ]}
        value={place.mode}
        onChange={(mode) => go(place.name, mode)}
      />
    </>
  );
}
