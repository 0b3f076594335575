import { useState } from 'react';

/** The selected rows of a list. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly select: (ids: Iterable<string>) => void;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

/** `of` names the list and its filter: another filter has no selection. */
export function useSelection(of: string): Selection {
  const [selected, setSelected] = useState({ of, ids: new Set<string>() });
  const ids = selected.of === of ? selected.ids : new Set<string>();
  const select = (next: Iterable<string>): void => setSelected({ of, ids: new Set(next) });
  return {
    ids,
    select,
    toggle: (id) => select(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    clear: () => select([]),
  };
}
