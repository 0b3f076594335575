import { lazy, type JSX } from 'react';
import { loading } from '../api/load';
import { FirstPress, type PopupTarget } from './first-press';
import type { MenuEntry } from './menu-of';

const MenuOf = lazy(loading(() => import('./menu-of')));

/** A button with a menu. */
export function MenuButton({
  target,
  entries,
}: {
  readonly target: PopupTarget;
  readonly entries: readonly MenuEntry[];
}): JSX.Element {
  return (
    <FirstPress target={target} popup="menu">
      {(button) => <MenuOf target={button} entries={entries} />}
    </FirstPress>
  );
}
