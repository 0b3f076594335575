import { useEffect, useRef } from 'react';

const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable=true]';
const OPEN_LAYERS = '[role=dialog], [role=menu], [role=listbox]';

/** Calls the handler of a key pressed on the page: not in a text field, not behind an open dialogue or menu, and not with Ctrl, ⌘ or Alt. */
export function useListKeys(handlers: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      const isTyped = target instanceof Element && target.matches(TEXT_FIELDS);
      if (isTyped || ctrlKey || metaKey || altKey || defaultPrevented || isLayerOpen()) return;
      latest.current[key]?.(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isLayerOpen(): boolean {
  return [...document.querySelectorAll(OPEN_LAYERS)].some((layer) => layer.checkVisibility());
}
