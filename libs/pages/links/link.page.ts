import { linkPhaseOf, type Link } from '#resources/links/rules/link.js';
import { html, type Html } from '../kit/html.js';
import { isGood, leavingPart, noticePage, outcomePart, summaryPart, type Moment } from '../kit/page.parts.js';
import { page, type Frame, type Page } from '../kit/page.js';
import type { Texts } from '../kit/texts/texts.js';
import { chargeControls, chargeEndings } from '../payments/charge-controls.js';
import { paymentForms, paymentScript, type PaymentChoice } from '../payments/payment-forms.js';
import type { PaymentProblem } from '../payments/payment-problem.js';
import {
  backToPayment,
  endedPart,
  hasChoice,
  linkTo,
  paymentPhase,
  STEADY,
  waitingPart,
  type PaidCharge,
} from '../payments/payment-progress.js';
import { paymentRows, receiptRow, waitingRows } from '../payments/payment-summary.js';

export interface LinkPage extends Moment {
  readonly link: Link;
  readonly merchant: string;
  readonly choice: PaymentChoice;
  /** The payment that the customer comes back from. */
  readonly paid: PaidCharge | undefined;
}

interface PageQuery {
  readonly problem?: PaymentProblem;
  /** True if the page is not to reload itself without scripts. */
  readonly isSteady?: boolean;
  /** True if the customer of a waiting payment asks for the other ways to pay. */
  readonly isChoosing?: boolean;
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
  if (phase === 'awaiting_customer')
    return query.isChoosing && canChoose(shown)
      ? payable(shown, texts, frame, query.problem)
      : waiting(shown, paid, texts, frame, query);
  const again =
    !isGood(phase) && linkPhaseOf(link) === 'open'
      ? linkTo('?', texts.paying.payAnotherWay, 'again')
      : undefined;
  const about = summary(shown, texts, receiptRow(charge, texts));
  const parts = [endedPart(charge, phase, texts), about, html`${again}`];
  const controls = chargeControls(charge, texts, query.consoleUrl);
  return page({ ...frame, title: texts.payment.outcomes[phase].title, controls }, parts, texts);
}

export function missingLinkPage(texts: Texts): Page {
  return noticePage(texts.payment.purpose, texts.link.missing, texts);
}

/** True if the customer of a waiting payment can choose another way to pay. */
function canChoose({ link, choice }: LinkPage): boolean {
  return hasChoice(choice) && linkPhaseOf(link) === 'open';
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

function payable(shown: LinkPage, texts: Texts, frame: Frame, problem: PaymentProblem | undefined): Page {
  const { choice, link, paid } = shown;
  const script = paymentScript(choice);
  const back = paid ? leavingPart(backToPayment(paid, pageOf(paid), texts)) : html``;
  const about = summary({ ...shown, paid: undefined }, texts);
  const parts = [about, paymentForms(choice, { price: link, texts, problem }), back];
  return page({ ...frame, hasForms: true, ...(script && { script }) }, parts, texts);
}

/** A payment that continues on its own page, in an app that scans a code, or at a counter. */
function waiting(
  shown: LinkPage,
  paid: PaidCharge,
  texts: Texts,
  frame: Frame,
  { consoleUrl, problem, isSteady = false }: PageQuery,
): Page {
  const { charge } = paid;
  const controls = chargeControls(charge, texts, consoleUrl, {
    ...chargeEndings(charge, true),
    fields: { charge: charge.id },
    ...(!isSteady && { steadyAt: `${pageOf(paid)}&${STEADY}` }),
  });
  return page(
    {
      ...frame,
      ...(!isSteady && { poll: pageOf(paid) }),
      title: texts.paying.waiting.title,
      hasForms: true,
      controls,
    },
    [
      summary(shown, texts, ...waitingRows(charge, shown, texts)),
      waitingPart(paid, { hasOtherWays: canChoose(shown), problem }, texts),
    ],
    texts,
  );
}

function pageOf({ charge }: PaidCharge): string {
  return `?charge=${charge.id}`;
}

/** Merchant, amount, the payment that was begun, description, and the last rows. */
function summary({ link, merchant, paid }: LinkPage, texts: Texts, ...last: readonly Html[]): Html {
  const rows = [
    ...(paid ? paymentRows(paid, texts) : []),
    html`<dt>${texts.payment.description}</dt><dd><strong data-testid="title">${link.title}</strong><br><span data-testid="description">${link.description}</span></dd>`,
    ...last,
  ];
  return summaryPart(merchant, rows, link);
}
