import { Box, Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { cloneElement, useState, type JSX } from 'react';
import { answerOf, api } from '../../api/client';
import type { PopupTarget } from '../../ui/first-press';
import { LIST, pathIn, useOtherPlace, usePlace } from '../../ui/place';

/** The sandboxes used last; others are found by a part of their names. */
const LIMIT = 100;
const PAUSE_MS = 200;
const CREATE = '\ncreate';
const ALL = '\nall';

interface SandboxListProps {
  readonly target: PopupTarget;
  readonly onCreate: () => void;
}

export default function SandboxList({ target, onCreate }: SandboxListProps): JSX.Element {
  const { name, mode } = usePlace();
  const navigate = useNavigate();
  const goTo = useOtherPlace();
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
    enabled: choice.dropdownOpened,
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes', {
          params: { query: { limit: LIMIT, sort: 'last_used', ...(search && { search }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const names = list.data?.data.map((sandbox) => sandbox.name) ?? [];
  const choose = (value: string): void => {
    choice.closeDropdown();
    if (value === ALL) void navigate({ to: pathIn({ name, mode }, LIST) });
    else if (value === CREATE) onCreate();
    else goTo({ name: value, mode });
  };
  return (
    <Combobox store={choice} width={280} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        {cloneElement(target, { onClick: () => choice.toggleDropdown() })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Find a sandbox"
          placeholder="Find a sandbox"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Combobox.Options aria-label="Sandboxes">
          <Box mah={320} className="scrolled">
            {names.map((each) => (
              <Combobox.Option key={each} value={each} active={each === name}>
                {each}
              </Combobox.Option>
            ))}
            {list.data && names.length === 0 && <Combobox.Empty>No sandbox has this name</Combobox.Empty>}
            {list.data?.next && <Combobox.Empty>Type a part of the name to find others</Combobox.Empty>}
          </Box>
          <Combobox.Footer>
            <Combobox.Option value={CREATE}>Create sandbox…</Combobox.Option>
            <Combobox.Option value={ALL}>All sandboxes</Combobox.Option>
          </Combobox.Footer>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
