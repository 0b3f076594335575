import './palette.css';
import { Modal, TextInput, useMantineColorScheme } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type JSX, type KeyboardEvent, type MouseEvent } from 'react';
import { pageOf } from '../lists/kinds';
import { LIST, pathIn, usePlace, type Place } from '../ui/place';
import { PAGES } from './pages';
import { useActionRows } from './palette-actions';
import { useFound } from './palette-results';
import type { PaletteGroup, PaletteRow } from './palette-rows';

/** The typed text. Keys pressed while the palette loads and opens are part of it. */
export interface Typed {
  readonly text: string;
  /** True after Enter. */
  readonly isEntered: boolean;
}

interface PaletteProps {
  /** A count that rises with each opening. */
  readonly openings: number;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  /** Called once its field has the focus, or it is closed. */
  readonly onReady: () => void;
  /** Undefined for users who have one sandbox only. */
  readonly onCreateSandbox: (() => void) | undefined;
}

const LIST_ID = 'palette-results';

/**
 * One field for everything: an id leads to its page, words are searched in payments, customers and webhooks,
 * and actions are found by their names. The first row is selected, and Enter chooses it.
 */
export default function Palette({
  openings,
  typed: { text: query, isEntered },
  onType,
  onReady,
  onCreateSandbox,
}: PaletteProps): JSX.Element {
  const [closed, setClosed] = useState(0);
  const [moved, setMoved] = useState<string>();
  const isOpen = openings > closed;
  const { groups, isPending } = useGroups(query.trim(), onCreateSandbox);
  const rows = groups.flatMap((group) => group.rows);
  const selected = rows.find(({ id }) => id === moved) ?? rows[0];
  const close = (): void => {
    setClosed(openings);
    setMoved(undefined);
    onType({ text: '', isEntered: false });
    onReady();
  };
  const choose = (row: PaletteRow | undefined, isShift: boolean): void => {
    if (!row) return;
    close();
    row.onChoose(isShift);
  };
  const closeAtBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPopState = (): void => closeAtBack();
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [isOpen]);
  // Enter may come before the answer: the first result is chosen once it is there.
  const chooseEntered = useEffectEvent(() => {
    onType({ text: query, isEntered: false });
    choose(rows[0], false);
  });
  useEffect(() => {
    if (isEntered && !isPending) chooseEntered();
  }, [isEntered, isPending]);
  const move = (by: number): void => {
    const index = selected ? rows.indexOf(selected) : -1;
    const next = rows[(index + by + rows.length) % rows.length];
    setMoved(next?.id);
    if (next) document.getElementById(domId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the candidates of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && isPending && moved === undefined)
      onType({ text: query, isEntered: true });
    else if (event.key === 'Enter') choose(selected, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Search or jump to"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size={680}
      yOffset={72}
      classNames={{ body: 'palette' }}
    >
      <TextInput
        size="md"
        leftSection={<SearchIcon />}
        placeholder="An order, an ID, a name, a page or an action"
        aria-label="Search or jump to"
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={selected && domId(selected)}
        autoComplete="off"
        data-autofocus
        value={query}
        onChange={({ currentTarget: { value: text } }) => {
          setMoved(undefined);
          onType({ text, isEntered: false });
        }}
        onKeyDown={onKeyDown}
        onFocus={onReady}
      />
      <div id={LIST_ID} className="palette-list" role="listbox" aria-label="Results" aria-busy={isPending}>
        {groups.map(({ group, rows: own }) => (
          <div key={group} role="group" aria-label={group}>
            <div className="palette-group" aria-hidden>
              {group}
            </div>
            {own.map((row) => (
              <Row
                key={row.id}
                row={row}
                isSelected={row === selected}
                onChoose={(isShift) => choose(row, isShift)}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status" className="palette-status">
        {rows.length > 0 ? '' : isPending ? 'Searching…' : 'No match'}
      </div>
    </Modal>
  );
}

interface RowProps {
  readonly row: PaletteRow;
  readonly isSelected: boolean;
  readonly onChoose: (isShift: boolean) => void;
}

function Row({ row, isSelected, onChoose }: RowProps): JSX.Element {
  const { label, description, icon, right } = row;
  return (
    <div
      id={domId(row)}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className="palette-row"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ shiftKey }: MouseEvent) => onChoose(shiftKey)}
    >
      {icon}
      <div className="palette-texts">
        <div>{label}</div>
        {description && <div className="palette-description">{description}</div>}
      </div>
      {right}
    </div>
  );
}

function domId({ id }: PaletteRow): string {
  return `palette-${id.replaceAll(/\W+/g, '-')}`;
}

/** What fits the typed words: the object with that id, what is found, pages and actions. */
function useGroups(
  typed: string,
  onCreateSandbox: (() => void) | undefined,
): { readonly groups: readonly PaletteGroup[]; readonly isPending: boolean } {
  const place = usePlace();
  const navigate = useNavigate();
  const go = (to: string, search: Readonly<Record<string, string>> = {}): void =>
    void navigate({ to, search: search as never });
  const { toggleColorScheme } = useMantineColorScheme();
  const found = useFound(place, typed, go);
  const actions = useActionRows(place);
  const page = pageOf(typed, place) ?? requestPage(typed, place);
  const pages = PAGES.map(({ path, label, icon: Icon }) => ({
    id: `page ${path}`,
    label,
    icon: <Icon size={16} />,
    onChoose: () => go(pathIn(place, path)),
  }));
  const others = [
    { id: 'save', label: 'Save snapshot…', onChoose: () => go(pathIn(place, '/snapshots')) },
    ...(onCreateSandbox
      ? [
          { id: 'create', label: 'Create sandbox…', onChoose: onCreateSandbox },
          { id: 'switch', label: 'Switch sandbox…', onChoose: () => go(pathIn(place, LIST)) },
        ]
      : []),
    { id: 'theme', label: 'Switch between dark and light mode', onChoose: toggleColorScheme },
  ];
  const fits = ({ label }: PaletteRow): boolean => label.toLowerCase().includes(typed.toLowerCase());
  const groups: readonly PaletteGroup[] = [
    ...(page ? [{ group: 'Object', rows: [{ id: 'object', label: typed, onChoose: () => go(page) }] }] : []),
    ...found.groups,
    { group: 'Go to', rows: pages.filter(fits) },
    { group: 'Actions', rows: [...actions, ...others].filter(fits) },
  ];
  return { groups: groups.filter(({ rows }) => rows.length > 0), isPending: found.isPending };
}

/** The page of a request of the log. */
function requestPage(id: string, place: Place): string | undefined {
  return id.startsWith('req_') ? pathIn(place, `/requests/${id}`) : undefined;
}
