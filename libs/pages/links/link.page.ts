import { formatMoney } from '#kernel/money.js';
import { linkPhaseOf, type Link } from '#resources/links/rules/link.js';
import { html, type Html } from '../kit/html.js';
import { chargeControls, chargeEndings } from '../payments/charge-controls.js';
import { isGood, noticePage, outcomePart, summaryPart } from '../kit/page.parts.js';
import { page, type Frame, type Page } from '../kit/page.js';
import type { Texts } from '../kit/texts/texts.js';
import { paymentForms, paymentScript, type PaymentChoice } from '../payments/payment-forms.js';
import {
  endedPart,
  linkTo,
  paymentPhase,
  waitingParts,
  DECLINING,
  WAIT_S,
  type PaidCharge,
} from '../payments/payment-progress.js';

export interface LinkPage {
  readonly link: Link;
  readonly merchant: string;
  readonly now: Date;
  readonly choice: PaymentChoice;
  /** The payment that the customer comes back from. */
  readonly paid: PaidCharge | undefined;
}

interface PageQuery {
  readonly problem?: string;
  readonly isDeclining?: boolean;
  /** Address of the sandbox in the console; `undefined` if unknown. */
  readonly consoleUrl: string | undefined;
}

/** The page of a link: the payment methods, the waiting payment, or the outcome. */
export function linkPage(shown: LinkPage, texts: Texts, query: PageQuery): Page {
  const { link, paid, now } = shown;
  const frame: Frame = {
    title: texts.payment.title(shown.merchant),
    purpose: texts.payment.purpose,
    livemode: link.livemode,
  };
  if (!paid)
    return linkPhaseOf(link) === 'open'
      ? payable(shown, texts, frame, query.problem)
      : over(shown, texts, frame);
  const { charge } = paid;
  const phase = paymentPhase(paid, now);
  if (phase === 'awaiting_customer') return waiting(shown, paid, texts, frame, query);
  const again =
    !isGood(phase) && linkPhaseOf(link) === 'open'
      ? linkTo('?', texts.link.payAnotherWay, 'again')
      : undefined;
  const parts = [endedPart(charge, phase, texts), summary(shown, texts, charge), html`${again}`];
  const controls = chargeControls(charge, texts, query.consoleUrl);
  return page({ ...frame, title: texts.payment.outcomes[phase].title, controls }, parts, texts);
}

export function missingLinkPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.link.missing, texts);
}

function over(shown: LinkPage, texts: Texts, frame: Frame): Page {
  const phase = linkPhaseOf(shown.link) === 'deleted' ? 'deleted' : 'paid';
  const told = texts.link.over[phase];
  return page(
    { ...frame, title: told.title },
    [outcomePart(phase, told, null, texts), summary(shown, texts)],
    texts,
  );
}

function payable(shown: LinkPage, texts: Texts, frame: Frame, problem: string | undefined): Page {
  const { choice, link } = shown;
  const script = paymentScript(choice);
  const parts = [summary(shown, texts), ...paymentForms(choice, link, texts, problem)];
  return page({ ...frame, hasForms: true, ...(script && { script }) }, parts, texts);
}

/** A payment that continues on its own page, in an app that scans a code, or at a counter. */
function waiting(
  shown: LinkPage,
  paid: PaidCharge,
  texts: Texts,
  frame: Frame,
  { consoleUrl, isDeclining = false, problem }: PageQuery,
): Page {
  const { charge } = paid;
  const itself = `?charge=${charge.id}`;
  const { told, onward } = waitingParts(paid, { itself, isDeclining, problem }, texts);
  const declineAt = isDeclining ? undefined : `${itself}&${DECLINING}`;
  const controls = chargeControls(charge, texts, consoleUrl, {
    ...chargeEndings(charge),
    fields: { charge: charge.id },
    declineAt,
  });
  const waits = isDeclining ? {} : { onward: { afterS: WAIT_S } };
  return page(
    { ...frame, ...waits, title: texts.paying.waiting.title, hasForms: true, controls },
    [...told, summary(shown, texts, charge), onward],
    texts,
  );
}

/** Merchant, amount and description; in live mode also the charge. */
function summary({ link, merchant }: LinkPage, { payment }: Texts, charge?: PaidCharge['charge']): Html {
  const rows = [
    html`<dt>${payment.description}</dt><dd><strong data-testid="title">${link.title}</strong><br><span data-testid="description">${link.description}</span></dd>`,
    charge !== undefined &&
      charge.livemode &&
      html`<dt>${payment.charge}</dt><dd><code data-testid="charge">${charge.id}</code></dd>`,
  ];
  return summaryPart(
    merchant,
    rows,
    html`<p class="amount" data-testid="amount">${formatMoney(link.amount, link.currency)}</p>`,
  );
}
