import type { Payment } from '../messages.js';

/** Options of the page. The form reads further ones (docs/fidelity.md BL3). */
export interface CardOptions {
  key: string;
  amount: number | string;
  currency: string;
  buttonLabel: string;
  submitAuto: string;
  submitFormTarget: string;
  customCardForm: boolean;
  customInstallmentForm: boolean;
  iframeAppId: string;
  element?: HTMLElement | null;
  onCreateTokenSuccess?: ((payment: string | Payment) => void) | undefined;
  onCreateSuccess?: ((payment: Payment) => void) | undefined;
  onError?: ((problems: unknown) => void) | undefined;
  onFormClosed?: ((iframe: HTMLIFrameElement | null) => void) | undefined;
  [option: string]: unknown;
}

/** As pages may send them, also as texts. */
export type GivenOptions = Partial<CardOptions>;

/** Other names of options. */
const ALIASES: Readonly<Record<string, string>> = {
  publicKey: 'key',
  logo: 'image',
  locationField: 'location',
};

export function defaultOptions(): CardOptions {
  return {
    key: '',
    amount: 0,
    currency: 'THB',
    image: '',
    frameLabel: 'Omise',
    frameDescription: 'Secured by Omise',
    submitLabel: 'Pay',
    buttonLabel: 'Pay with Omise',
    location: 'no',
    defaultPaymentMethod: 'credit_card',
    otherPaymentMethods: [],
    submitAuto: 'yes',
    submitFormTarget: '',
    cardBrands: 'visa mastercard',
    locale: 'en',
    hideAmount: 'false',
    customCardForm: false,
    customInstallmentForm: false,
    iframeAppId: 'omise-checkout-iframe-app',
  };
}

/** `options` over `base`, by the first of their names. What is undefined changes nothing. */
export function merged(base: CardOptions, options: GivenOptions = {}): CardOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given.map(([name, value]) => [ALIASES[name] ?? name, value])) };
}

/** Options of a script tag: `data-frame-label` is `frameLabel`. */
export function optionsOf({ dataset }: HTMLElement): GivenOptions {
  return { ...dataset };
}
