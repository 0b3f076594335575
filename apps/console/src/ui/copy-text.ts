import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { notifyFailed } from './notify';

/**
 * Copies a text. Browsers offer their clipboard to secure pages only: over HTTP from another machine the text
 * is selected in a field and copied from there.
 */
export async function copyText(text: string): Promise<void> {
  // The types of the browser have it always.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  // Within the dialogue that may be open, which takes the focus back from elsewhere.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('the browser does not allow it; select the text and copy it');
}

const SHOWN_MS = 1_000;

/** Copies texts, and tells for a second that one is copied. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [isCopied, setIsCopied] = useState(false);
  const { start } = useTimeout(() => setIsCopied(false), SHOWN_MS);
  const copy = (text: string): void => {
    copyText(text).then(
      () => {
        setIsCopied(true);
        start();
      },
      (error: unknown) => notifyFailed('Copy', error),
    );
  };
  return { isCopied, copy };
}
