import { useEffect, useState, type RefObject } from 'react';
import { copyText } from '../ui/copy-text';
import { useKeys } from '../ui/keys';
import { notifyDone, notifyFailed } from '../ui/notify';

interface CursorProps {
  readonly items: readonly { readonly id: string }[];
  readonly box: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly chosen: string | undefined;
  readonly onSelect: ((id: string) => void) | undefined;
}

/** The id of the row that the keyboard has reached, or that was opened after. Rows above it may come and go. */
export function useCursor({ items, box, scrollTo, chosen, onSelect }: CursorProps): string | undefined {
  const [cursor, setCursor] = useState<string>();
  useEffect(() => {
    if (chosen !== undefined) setCursor(chosen);
  }, [chosen]);
  const index = items.findIndex(({ id }) => id === cursor);
  const move = (by: number) => () => {
    const next = Math.min(items.length - 1, Math.max(0, index + by));
    setCursor(items[next]?.id);
    scrollTo(next);
  };
  /** Enter on a link or a button is theirs. */
  const open = ({ target }: KeyboardEvent): boolean => {
    if (target instanceof Element && target.closest('a, button, [role=tab]')) return false;
    box.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] .row-link`)?.click();
    return true;
  };
  const current = items[index]?.id ?? chosen;
  const select = (): unknown => current !== undefined && onSelect?.(current);
  const copy = (): unknown =>
    current !== undefined &&
    copyText(current).then(
      () => notifyDone(`Copied ${current}`),
      (error: unknown) => notifyFailed('Copy', error),
    );
  useKeys({ j: move(1), k: move(-1), Enter: open, x: select, y: copy });
  return cursor;
}
