import { failureCodesOf } from '#kernel/failures.js';
import type { Charge } from '#resources/charges/rules/charge.js';
import type { Html } from '../kit/html.js';
import { testControls, type Endings } from '../kit/test-controls.js';
import type { Texts } from '../kit/texts/texts.js';

/** The test controls of a charge; `undefined` in live mode. `consoleUrl` is the sandbox's. */
export function chargeControls(
  { id, livemode }: Pick<Charge, 'id' | 'livemode'>,
  texts: Texts,
  consoleUrl: string | undefined,
  endings?: Endings,
): Html | undefined {
  if (livemode) return undefined;
  const address = consoleUrl === undefined ? undefined : `${consoleUrl}/payments/${id}`;
  return testControls(
    { label: texts.payment.charge, id, testId: 'charge', consoleUrl: address },
    texts,
    endings,
  );
}

export function chargeEndings(
  charge: Pick<Charge, 'cardId'>,
  canApprove: boolean,
): Pick<Endings, 'codes' | 'canExpire' | 'canApprove'> {
  return { codes: failureCodesOf(charge), canExpire: true, canApprove };
}
