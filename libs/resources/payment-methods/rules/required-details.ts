import type { SourceDetails } from '../../sources/rules/source-details.js';

/** A required parameter of a source, and its rule (docs/fidelity.md P12). */
export interface RequiredDetail {
  /** Its name in the API. */
  readonly parameter: string;
  readonly problem: (details: SourceDetails) => string | undefined;
}

export const BARCODE = given('barcode', ({ barcode }) => barcode !== null);
export const ITEMS = given('items', ({ items }) => items.length > 0);
export const SHIPPING = given('shipping', ({ shipping }) => shipping !== null);

/** As Thailand and Japan have them: with a country's code or without. */
export const PHONE_NUMBER = phoneNumber(10, 11);
/** As any country has them. */
export const ANY_PHONE_NUMBER = phoneNumber(8, 15);

/** Whatever stands around one @: the address is shown, and nothing is sent there. */
export const EMAIL: RequiredDetail = {
  parameter: 'email',
  problem: ({ email }) => (/^[^\s@]+@[^\s@]+$/.test(email ?? '') ? undefined : 'email is in invalid format'),
};

/** A name that fits on a receipt. */
export function nameOfAtMost(maxLength: number): RequiredDetail {
  return {
    parameter: 'name',
    problem: ({ name }) => {
      if (name === null || name.trim() === '') return 'name cannot be blank';
      return [...name].length > maxLength
        ? `name is too long (maximum is ${maxLength} characters)`
        : undefined;
    },
  };
}

/** One of `banks`, by its code. */
export function bankOf(banks: readonly { readonly code: string }[]): RequiredDetail {
  return {
    parameter: 'bank',
    problem: ({ bank }) => {
      if (bank === null) return 'bank cannot be blank';
      return banks.some(({ code }) => code === bank) ? undefined : 'bank is currently not supported';
    },
  };
}

function given(parameter: string, isGiven: (details: SourceDetails) => boolean): RequiredDetail {
  return { parameter, problem: (details) => (isGiven(details) ? undefined : `${parameter} cannot be blank`) };
}

function phoneNumber(min: number, max: number): RequiredDetail {
  const digits = new RegExp(`^\\d{${min},${max}}$`);
  return {
    parameter: 'phone_number',
    problem: ({ phoneNumber: sent }) =>
      digits.test((sent ?? '').replaceAll(/[+ -]/g, ''))
        ? undefined
        : `phone_number must contain ${min}-${max} digit characters`,
  };
}
