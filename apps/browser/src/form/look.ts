import type { Texts } from '#pages/kit/texts/texts.js';
import { element } from './dom.js';
import type { FormConfig } from './form-config.js';
import type { FormTexts } from './form-texts.js';

/** The path in a shop's `style` of each variable in the style sheet. */
const VARIABLES: Readonly<Record<string, readonly [...path: string[]]>> = {
  '--font': ['fontFamily'],
  '--size': ['fontSize'],
  '--width': ['body', 'width'],
  '--padding': ['body', 'padding', 'desktop'],
  '--input-height': ['input', 'height'],
  '--input-radius': ['input', 'borderRadius'],
  '--input-border': ['input', 'border'],
  '--input-focus': ['input', 'focusBorder'],
  '--input-ground': ['input', 'background'],
  '--input-ink': ['input', 'color'],
  '--label-ink': ['input', 'labelColor'],
  '--placeholder-ink': ['input', 'placeholderColor'],
  '--check-ink': ['checkBox', 'textColor'],
  '--check-brand': ['checkBox', 'themeColor'],
  '--button-ground': ['submitButton', 'backgroundColor'],
  '--button-ink': ['submitButton', 'textColor'],
};
/** Colors, lengths, fonts and borders: no escapes, and nothing that loads. */
const VALUE = /^(?!.*(url|image|src|paint|element|cross-fade))[\w\s#%.,()'"/-]{1,200}$/i;

/**
 * Applies the shop's style. Values are set as single properties, so they cannot end a rule or load anything.
 */
export function setLook(root: HTMLElement, { kind, style, isDark }: FormConfig): void {
  // In the page it is as the page says; over it, as the customer likes it.
  const isLikedDark = kind === 'popup' && matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset['theme'] = isDark || isLikedDark ? 'dark' : 'light';
  for (const [variable, path] of Object.entries(VARIABLES)) {
    const value = path.reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      style,
    );
    const text = typeof value === 'number' ? `${value}px` : value;
    if (typeof text === 'string' && VALUE.test(text)) root.style.setProperty(variable, text);
    else root.style.removeProperty(variable);
  }
}

/** Whose form it is, and how to leave it. */
export function headOf(
  { image, label, description, isTest }: FormConfig,
  { close, shared }: FormTexts,
  onClose: () => void,
): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': close, 'data-testid': 'close-button' },
    '×',
  );
  button.addEventListener('click', onClose);
  return element(
    'header',
    {},
    pictureAt(image),
    element('div', {}, element('h1', {}, label), element('p', { class: 'note' }, description)),
    isTest && testMark(shared),
    button,
  );
}

export function testMark({ testMode }: Texts): HTMLElement {
  return element('span', { class: 'mode', 'data-testid': 'mode' }, testMode);
}

/** The shop's picture; nothing where it cannot be shown. */
function pictureAt(image: string): HTMLElement | undefined {
  if (!/^(https?:|data:image\/)/.test(image)) return undefined;
  const picture = element('img', { src: image, alt: '', width: '40', height: '40' });
  picture.addEventListener('error', () => picture.remove());
  return picture;
}
