import type { PageTheme } from '#engine/accounts/rules/account-options.js';
import type { Html } from './html.js';
import type { Look } from './page.look.js';
import { page, type Frame, type Page } from './page.js';
import { leftMsUntil, returnLink, type Moment } from './page.parts.js';
import { asciiUri } from './page.response.js';
import type { Texts } from './texts/texts.js';

/** A page on which a customer approves or declines once, before a time limit. */
export interface ChoicePage extends Moment {
  readonly merchant: string;
  readonly theme: PageTheme;
}

export interface PageQuery {
  /** True if the page redirects to the shop once the outcome is known. */
  readonly isReturning: boolean;
  /** Address of the sandbox in the console; `undefined` if unknown. */
  readonly consoleUrl: string | undefined;
}

interface Choice extends Pick<Frame, 'purpose' | 'title' | 'controls' | 'poll' | 'aside'> {
  readonly subject: {
    readonly livemode: boolean;
    readonly expiresAt: Date;
    readonly returnUri: string | null;
  };
  readonly look: Look | undefined;
  readonly summary: Html;
  /** The buttons, or the outcome of the choice. */
  readonly part: Html;
}

/** Shows the choice, or its outcome and the way to the shop. Redirects there after `returnsAfterS` seconds. */
export function choicePage(
  shown: ChoicePage,
  { subject: { livemode, expiresAt, returnUri }, summary, part, ...frame }: Choice,
  { isOpen, returnsAfterS }: { readonly isOpen: boolean; readonly returnsAfterS: number | undefined },
  texts: Texts,
): Page {
  const all = { ...frame, livemode };
  if (isOpen)
    return page({ ...all, hasForms: true, leftMs: leftMsUntil(expiresAt, shown) }, [summary, part], texts);
  if (returnUri === null) return page(all, [part, summary], texts);
  const onward = returnsAfterS === undefined ? undefined : { to: asciiUri(returnUri), afterS: returnsAfterS };
  return page({ ...all, onward }, [part, summary, returnLink(returnUri, shown.merchant, texts)], texts);
}
