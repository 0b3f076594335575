import { useEffect, useRef } from 'react';

/** Fields, dialogues and menus keep the focus that a page or the user gave them. */
const KEEPS_FOCUS = 'input, textarea, select, [role=dialog], [role=menu], [role=listbox]';

/**
 * Moves the focus to the title of each further page, where screen readers begin. A tab that leads to a page
 * keeps it.
 */
export function useTitleFocus(shown: string | undefined): void {
  const last = useRef<string>(undefined);
  const tab = useRef<string>(undefined);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.tabs > a') : null;
      tab.current = link?.hash;
    };
    addEventListener('click', onClick, { capture: true });
    return () => removeEventListener('click', onClick, { capture: true });
  }, []);
  useEffect(() => {
    const isFirst = last.current === undefined;
    last.current = shown;
    if (isFirst || shown === undefined) return undefined;
    return keepFocus(tab.current === `#${shown}` ? 'main .tabs > [aria-current]' : 'main h1');
  }, [shown]);
}

/**
 * Keeps the focus on an element until the user's next key or press: closing menus and dialogues return it, and
 * a title is replaced when its object arrives.
 */
function keepFocus(selector: string): () => void {
  const focus = (): void => {
    const active = document.activeElement;
    const target = document.querySelector<HTMLElement>(selector);
    if (!target || active === target || active?.closest(KEEPS_FOCUS)) return;
    // Without the attribute it can't have the focus.
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focus);
  const stop = (): void => {
    observer.disconnect();
    removeEventListener('focusin', focus);
    removeEventListener('keydown', stop, { capture: true });
    removeEventListener('pointerdown', stop, { capture: true });
  };
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', focus);
  addEventListener('keydown', stop, { capture: true });
  addEventListener('pointerdown', stop, { capture: true });
  focus();
  return stop;
}
