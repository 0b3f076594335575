import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { fail, throwProblems } from '#kernel/errors.js';
import type { Metadata } from '#kernel/metadata.js';
import { isObject } from '#kernel/values.js';
import type { EventKey } from '#engine/events/rules/event-keys.js';
import { banksOf } from '../../capability/rules/banks.js';
import type { BankAccount, Recipient, RecipientFailure, RecipientType } from './recipient.js';

/** The longest texts, in characters (docs/fidelity.md RC2). */
export const MAX_NAME_LENGTH = 255;
export const MAX_EMAIL_LENGTH = 255;
export const MAX_DESCRIPTION_LENGTH = 1_000;
export const MAX_TAX_ID_LENGTH = 64;
const MAX_CODE_LENGTH = 32;
const NUMBER = /^\d{4,20}$/;
/** The documentation's own examples have letters, at the bank that is for tests (docs/fidelity.md RC2). */
const NUMBER_AT_TEST = /^[a-z0-9]{4,20}$/i;
const TEST_BANK = 'test';
const CODE = /^[a-z0-9][a-z0-9_-]*$/;

/** Numbers of bank accounts that cannot be verified, in test mode (docs/fidelity.md RC4). */
const FAILING_NUMBERS: ReadonlyMap<string, RecipientFailure> = new Map([
  ['0000000001', 'account_not_found'],
  ['0000000002', 'bank_not_found'],
  ['0000000003', 'name_mismatch'],
]);

/** Undefined leaves a field unchanged, null clears it. */
export interface RecipientChanges {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly type?: RecipientType | undefined;
  readonly taxId?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
  readonly bankAccount?: BankAccount | undefined;
}

/**
 * Parses a bank account of a merchant in `country`. Missing fields keep their value in `present`.
 * Throws `invalid_bank_account` with all problems.
 */
export function readBankAccount(
  params: unknown,
  country: string,
  now: Date,
  present?: BankAccount,
): BankAccount {
  if (!isObject(params)) return fail('invalid_bank_account', 'bank_account must be an object');
  const {
    brand,
    bank_code: bankCode = brand ?? present?.bankCode,
    number = present?.number,
    name = present?.name,
  } = params;
  const { branch_code: branchCode = present?.branchCode } = params;
  // The name of the type up to 2017-11-02.
  const { account_type: formerType = present?.type, type = formerType } = params;
  const none = unnamedParts(country);
  const code = textOf(bankCode).toLowerCase();
  const digits = textOf(number).replaceAll(/[ -]/g, '');
  throwProblems('invalid_bank_account', [
    ...bankProblems(code, country),
    ...(textOf(number) === ''
      ? ["number can't be blank"]
      : isNumberAt(code, digits)
        ? []
        : ['number must be 4 to 20 digits']),
    ...(holdsCardNumber(digits) ? ['number must not be a card number'] : []),
    ...nameProblems(textOf(name)),
    ...codeProblems('branch_code', branchCode),
    ...codeProblems('type', type),
  ]);
  const account = {
    bankCode: code,
    branchCode: textOf(branchCode) || none.branchCode,
    number: digits,
    name: textOf(name),
    type: textOf(type) || none.type,
  };
  const isSame = present !== undefined && isSameAccount(account, present);
  return { ...account, createdAt: isSame ? present.createdAt : now.toISOString() };
}

/** Validates a stored bank account of any country. */
export function isBankAccount({
  bankCode,
  branchCode,
  number,
  name,
  type,
}: Readonly<Record<string, unknown>>): boolean {
  const isShort = (value: unknown): boolean =>
    value === null || (typeof value === 'string' && value.length <= MAX_CODE_LENGTH);
  return (
    typeof bankCode === 'string' &&
    CODE.test(bankCode) &&
    [bankCode, branchCode, type].every(isShort) &&
    typeof number === 'string' &&
    isNumberAt(bankCode, number) &&
    !holdsCardNumber(number) &&
    typeof name === 'string' &&
    name.length <= MAX_NAME_LENGTH
  );
}

/** Every bank account in Japan has a branch code and a type (docs/fidelity.md RC1). */
function unnamedParts(country: string): Pick<BankAccount, 'branchCode' | 'type'> {
  return country === 'JP' ? { branchCode: '', type: 'normal' } : { branchCode: null, type: null };
}

/** The bank account that every merchant has (docs/fidelity.md RC3). */
export function defaultBankAccount(country: string, now: Date): BankAccount {
  const name = 'DEFAULT BANK ACCOUNT';
  return {
    bankCode: TEST_BANK,
    number: '123456789',
    name,
    ...unnamedParts(country),
    createdAt: now.toISOString(),
  };
}

/** A change of number, bank or name requires a new verification (docs/fidelity.md RC5). */
export function updatedRecipient(recipient: Recipient, changes: RecipientChanges): Recipient {
  const {
    name = recipient.name,
    email = recipient.email,
    description = recipient.description,
    type = recipient.type,
  } = changes;
  const {
    taxId = recipient.taxId,
    metadata = recipient.metadata,
    bankAccount = recipient.bankAccount,
  } = changes;
  const unverified = isSameAccount(bankAccount, recipient.bankAccount)
    ? {}
    : { verifiedAt: null, activatedAt: null, failureCode: null };
  return {
    ...recipient,
    name,
    email,
    description,
    type,
    taxId: taxId ?? '',
    metadata: metadata ?? {},
    bankAccount,
    ...unverified,
  };
}

export function eventsOfUpdate(before: Recipient, after: Recipient): EventKey[] {
  const isDeactivated = before.activatedAt !== null && after.activatedAt === null;
  return isDeactivated ? ['recipient.update', 'recipient.deactivate'] : ['recipient.update'];
}

/**
 * The recipient once its bank has answered: verified and active at once, or not, by the number of its account
 * (docs/fidelity.md RC4).
 */
export function verifiedRecipient(recipient: Recipient, now: Date): Recipient {
  const failureCode = FAILING_NUMBERS.get(recipient.bankAccount.number) ?? null;
  if (failureCode !== null) return { ...recipient, failureCode, verifiedAt: null, activatedAt: null };
  return {
    ...recipient,
    failureCode: null,
    verifiedAt: recipient.verifiedAt ?? now,
    activatedAt: recipient.activatedAt ?? now,
  };
}

/** Omits events of steps that were done before. */
export function eventsOfVerification(before: Recipient, after: Recipient): EventKey[] {
  if (after.failureCode !== null) return ['recipient.update'];
  return [
    ...(before.verifiedAt === null ? ['recipient.verify' as const] : []),
    ...(before.activatedAt === null ? ['recipient.activate' as const] : []),
  ];
}

type Identity = Pick<BankAccount, 'bankCode' | 'number' | 'name'>;

function isSameAccount(a: Identity, b: Identity): boolean {
  return a.bankCode === b.bankCode && a.number === b.number && a.name === b.name;
}

function isNumberAt(bankCode: string, number: string): boolean {
  return (bankCode === TEST_BANK ? NUMBER_AT_TEST : NUMBER).test(number);
}

function bankProblems(code: string, country: string): string[] {
  const known = banksOf(country);
  if (code === '') return ["brand can't be blank"];
  const isKnown = known.length > 0 ? known.includes(code) : CODE.test(code) && code.length <= MAX_CODE_LENGTH;
  return isKnown ? [] : ['brand is not included in the list'];
}

function codeProblems(field: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return [`${field} must be a string`];
  return textOf(value).length > MAX_CODE_LENGTH
    ? [`${field} is too long (maximum is ${MAX_CODE_LENGTH} characters)`]
    : [];
}

function nameProblems(name: string): string[] {
  if (name === '') return ["name can't be blank"];
  return name.length > MAX_NAME_LENGTH ? [`name is too long (maximum is ${MAX_NAME_LENGTH} characters)`] : [];
}

/** From JSON or a form: numbers as texts. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
