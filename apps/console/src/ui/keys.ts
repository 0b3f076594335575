import { useEffect, useEffectEvent } from 'react';

/** Time for the second key after `g`. */
const GO_MS = 1_500;
/**
 * A dialogue, a menu or an open list takes the keys. The same key may close it, so its presence is read
 * before other listeners run.
 */
let isCovered = false;
let wentAt = -GO_MS;
/** `g ` for the key after `g`. */
let prefix = '';
addEventListener(
  'keydown',
  ({ key, target, timeStamp }) => {
    prefix = timeStamp - wentAt < GO_MS && !isTyped(target) ? 'g ' : '';
    wentAt = key === 'g' && prefix === '' ? timeStamp : -GO_MS;
    const covers = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')];
    isCovered = covers.some((cover) => cover.checkVisibility());
  },
  { capture: true },
);

/**
 * Handles keys by their names, such as `?` or `Escape`; `mod+k` is ⌘K or Ctrl K, `g p` is p after g. No key
 * is handled while a dialogue or a menu is open, and those without `mod+` not while a text is typed. A
 * handler that returns false leaves the key to the browser.
 */
export function useKeys(handlers: Readonly<Record<string, (event: KeyboardEvent) => unknown>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const hasMod = event.ctrlKey || event.metaKey;
    const handle = handlers[hasMod ? `mod+${event.key.toLowerCase()}` : prefix + event.key];
    if (!handle || isCovered || event.altKey || event.isComposing || (!hasMod && isTyped(event.target)))
      return;
    if (handle(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Radio buttons and switches take arrows and the space bar only. */
const WITHOUT_TEXT = ['radio', 'checkbox'];

function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The keys that open the search, as they are on this machine's keyboard. */
export const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';
