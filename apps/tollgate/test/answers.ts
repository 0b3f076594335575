/** The fields of a card, in order. */
export const CARD_FIELDS = [
  'object',
  'id',
  'livemode',
  'location',
  'deleted',
  'street1',
  'street2',
  'city',
  'state',
  'phone_number',
  'postal_code',
  'country',
  'financing',
  'bank',
  'brand',
  'fingerprint',
  'first_digits',
  'last_digits',
  'name',
  'expiration_month',
  'expiration_year',
  'security_code_check',
  'tokenization_method',
  'created_at',
];

export interface TokenBody {
  readonly id: string;
  readonly used: boolean;
  readonly charge_status: string;
  readonly card: { readonly id: string; readonly [field: string]: unknown } | null;
  readonly [field: string]: unknown;
}

export interface CustomerBody {
  readonly id: string;
  readonly default_card: string | null;
  readonly cards: { readonly data: readonly { readonly id: string }[]; readonly total: number };
  readonly linked_accounts: { readonly data: readonly LinkedAccountBody[]; readonly total: number };
  readonly [field: string]: unknown;
}

export interface LinkedAccountBody {
  readonly id: string;
  readonly status: string;
  readonly last_digits: string | null;
  readonly registration_uri: string;
  readonly [field: string]: unknown;
}

export interface LinkBody {
  readonly id: string;
  readonly payment_uri: string;
  readonly used: boolean;
  readonly charges: { readonly data: readonly ChargeBody[]; readonly total: number };
  readonly [field: string]: unknown;
}

export interface SessionBody {
  readonly id: string;
  readonly status: string;
  readonly redirect_url: string;
  readonly payments: readonly { readonly charge_id: string; readonly status: string }[];
  readonly [field: string]: unknown;
}

export interface ChargeBody {
  readonly id: string;
  readonly status: string;
  readonly authorize_uri: string;
  readonly expires_at: string;
  readonly created_at: string;
  readonly source: { readonly id: string; readonly charge_status: string };
  readonly [field: string]: unknown;
}

/** A charge as a later answer shows it: the list of its refunds is as of the moment of each answer. */
export function shownLater<T extends object>(charge: T): T {
  const { refunds } = charge as { refunds?: object };
  return { ...charge, refunds: { ...refunds, to: expect.any(String) as string } };
}
