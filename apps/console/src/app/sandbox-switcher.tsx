import { Button, Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ChevronDownIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { usePlace } from './place';

/** One page of the list; others are found by a part of their names. */
const LIMIT = 100;
const PAUSE_MS = 200;
const ALL = '\nall';

/** Leads to another sandbox. Users who signed in with a sandbox's key have that sandbox only. */
export function SandboxSwitcher({ sandboxOfKey }: { readonly sandboxOfKey: string | null }): JSX.Element {
  const { name, mode } = usePlace();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const choice = useCombobox({
    onDropdownClose: () => {
      choice.resetSelectedOption();
      setTyped('');
    },
    onDropdownOpen: () => choice.focusSearchInput(),
  });
  const list = useQuery({
    queryKey: ['sandboxes', 'names', search],
    enabled: sandboxOfKey === null && choice.dropdownOpened,
    queryFn: () => answerOf(api.GET('/api/sandboxes', { params: { query: { limit: LIMIT, ...(search && { search }) } } })),
    placeholderData: keepPreviousData,
  });
  const names = list.data?.data.map((sandbox) => sandbox.name) ?? [];
  const choose = (value: string): void => {
    choice.closeDropdown();
    if (value === ALL) void navigate({ to: '/sandboxes/$name/$mode/sandboxes', params: { name, mode } });
    else void navigate({ to: '/sandboxes/$name/$mode', params: { name: value, mode } });
  };
  if (sandboxOfKey !== null) return <strong className="whole">{sandboxOfKey}</strong>;
  return (
    <Combobox store={choice} width={280} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Sandbox: ${name}`}
          rightSection={<ChevronDownIcon size={12} />}
          maw={{ base: 110, sm: 190 }}
          onClick={() => choice.toggleDropdown()}
        >
          {name}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Find a sandbox"
          placeholder="Find a sandbox"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Combobox.Options mah={320} className="scrolled">
          {names.map((each) => (
            <Combobox.Option key={each} value={each} active={each === name}>
              {each}
            </Combobox.Option>
          ))}
          {list.data && names.length === 0 && <Combobox.Empty>No sandbox has this name</Combobox.Empty>}
          {list.data?.next && <Combobox.Empty>Type a part of the name to find others</Combobox.Empty>}
        </Combobox.Options>
        <Combobox.Footer>
          <Combobox.Option value={ALL}>All sandboxes, create a sandbox…</Combobox.Option>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}
