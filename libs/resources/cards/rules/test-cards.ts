import type { CardOutcome } from './card-outcome.js';

/** The numbers that stand for a payment that succeeds, as every other number does (docs/fidelity.md T7). */
const PAYING: readonly string[] = [
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '5454545454545454',
  '3530111333300000',
  '3566111111111113',
  '378282246310005',
  '6447032400000000001',
  '36021042000004',
  '6250947000000006',
];

/** The numbers that stand for a payment that fails (docs/fidelity.md T7). */
const FAILING: Readonly<Record<Exclude<CardOutcome, 'successful'>, readonly string[]>> = {
  invalid_security_code: ['4111111111160001', '5555551111130001', '3530111111110001'],
  '3ds_enrollment_failed': ['4111111111150002', '5555551111120002', '3530111111100002', '6250947000000071'],
  '3ds_validation_failed': [
    '4111111111140003',
    '5555551111110003',
    '3530111111190003',
    '377138161111003',
    '6250947000000089',
  ],
  insufficient_fund: ['4111111111140011', '5555551111110011', '3530111111190011', '6250947000000014'],
  stolen_or_lost_card: ['4111111111130012', '5555551111100012', '3530111111180012', '6250947000000022'],
  failed_processing: [
    '4111111111120013',
    '5555551111190013',
    '3530111111170013',
    '377138160000009',
    '6447032400001111005',
    '36021042111108',
    '6250947000000030',
  ],
  payment_rejected: ['4111111111110014', '5555551111180014', '3530111111160014', '6250947000000048'],
  failed_fraud_check: ['4111111111190016', '5555551111160016', '3530111111140016', '6250947000000055'],
  invalid_account_number: ['4111111111180017', '5555551111150017', '3530111111130017', '6250947000000063'],
};

const OUTCOMES: ReadonlyMap<string, CardOutcome> = new Map(
  (Object.entries(FAILING) as [CardOutcome, readonly string[]][]).flatMap(([outcome, numbers]) =>
    numbers.map((number): [string, CardOutcome] => [number, outcome]),
  ),
);

/** A number for each outcome, to choose from: a Visa card each, and one of another brand that pays. */
export const EXAMPLE_CARDS: readonly { readonly number: string; readonly outcome: CardOutcome }[] = [
  { number: '4242424242424242', outcome: 'successful' },
  { number: '5555555555554444', outcome: 'successful' },
  ...(Object.keys(FAILING) as Exclude<CardOutcome, 'successful'>[]).map((outcome) => ({
    number: FAILING[outcome][0] ?? '',
    outcome,
  })),
];

/** A number outside the table is paid. */
export function outcomeOf(number: string): CardOutcome {
  return OUTCOMES.get(number) ?? 'successful';
}

/** Published test cards belong to no person. */
export function isTestCard(number: string): boolean {
  return OUTCOMES.has(number) || PAYING.includes(number);
}
