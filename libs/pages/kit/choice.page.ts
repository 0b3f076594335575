import type { PageTheme } from '#engine/accounts/rules/account-options.js';
import type { Html } from './html.js';
import { lookOf } from './page.look.js';
import { page, type Frame, type Page } from './page.js';
import { returnLink } from './page.parts.js';
import { asciiUri } from './page.response.js';
import type { LookKind, Texts } from './texts/texts.js';

/** A page on which a customer approves or declines once, before a time limit. */
export interface ChoicePage {
  readonly merchant: string;
  readonly now: Date;
  readonly theme: PageTheme;
  /** True if the sandbox's clock is frozen: the page shows no countdown. */
  readonly isFrozen: boolean;
}

export interface PageQuery {
  /** True if the page redirects to the shop once the outcome is known. */
  readonly isReturning: boolean;
  /** Address of the sandbox in the console; `undefined` if unknown. */
  readonly consoleUrl: string | undefined;
}

interface Choice {
  readonly subject: {
    readonly livemode: boolean;
    readonly expiresAt: Date;
    readonly returnUri: string | null;
  };
  readonly purpose: string;
  readonly title: string;
  readonly look: LookKind;
  readonly controls: Html | undefined;
  /** The redirect that an open page makes without a click. */
  readonly onward?: Frame['onward'];
  /** With `leftMs`, the time left to choose. */
  readonly summary: (leftMs?: number) => Html;
  /** The buttons, or the outcome of the choice. */
  readonly part: Html;
}

/** Shows the choice, or its outcome and the way to the shop. Redirects there after `returnsAfterS` seconds. */
export function choicePage(
  { merchant, now, theme, isFrozen }: ChoicePage,
  { subject: { livemode, expiresAt, returnUri }, look: kind, summary, part, ...frame }: Choice,
  { isOpen, returnsAfterS }: { readonly isOpen: boolean; readonly returnsAfterS: number | undefined },
  texts: Texts,
): Page {
  const leftMs = isOpen ? Math.max(0, expiresAt.getTime() - now.getTime()) : undefined;
  const look = theme === 'method' ? lookOf(kind, texts, isFrozen ? undefined : leftMs) : undefined;
  const all = { ...frame, livemode, leftMs, look };
  if (isOpen) return page(all, [summary(leftMs), part], texts);
  if (returnUri === null) return page(all, [part, summary()], texts);
  const onward = returnsAfterS === undefined ? undefined : { to: asciiUri(returnUri), afterS: returnsAfterS };
  return page({ ...all, onward }, [part, summary(), returnLink(returnUri, merchant, texts)], texts);
}
