import {
  choice,
  constant,
  except,
  flag,
  free,
  integer,
  many,
  nullable,
  number,
  object,
  resource,
  sometimes,
  text,
} from '../shapes.js';
import { address, currency, id, path, time } from './common.js';

const UNKNOWN_TO_METHODS = 'no method of the specification fills it (S13)';
const NO_TILL = 'no till and no foreign wallet is emulated (P11)';

/** The picture of a code to scan. */
export const codeDocument = object({
  object: constant('document'),
  livemode: flag,
  id: id('docu'),
  deleted: except(flag, { true: 'nobody can delete it (P10)' }),
  filename: choice('qrcode_test.svg', 'qrcode.svg'),
  location: path('/charges/{chrg}/documents/{docu}'),
  kind: choice('qr', 'barcode'),
  download_uri: address('/charges/{chrg}/documents/{docu}/downloads/[0-9A-F]{16}'),
  created_at: time,
});

const postalAddress = object({
  street1: nullable(text()),
  street2: nullable(text()),
  city: nullable(text()),
  state: nullable(text()),
  country: nullable(text()),
  postal_code: nullable(text()),
});

const item = object({
  sku: nullable(text()),
  name: nullable(text()),
  amount: nullable(integer),
  quantity: nullable(integer),
  category: nullable(text()),
  brand: nullable(text()),
  item_uri: nullable(text()),
  image_uri: nullable(text()),
});

/** References for bills and tills. */
const references = object({
  expires_at: time,
  device_id: except(nullable(text()), { set: NO_TILL }),
  customer_amount: except(nullable(integer), { set: NO_TILL }),
  customer_currency: except(nullable(currency), { set: NO_TILL }),
  customer_exchange_rate: except(nullable(number), { set: NO_TILL }),
  omise_tax_id: nullable(text(/^\d{13}$/)),
  reference_number_1: nullable(text(/^\d{18}$/)),
  reference_number_2: nullable(text(/^\d{18}$/)),
  barcode: nullable(address('/charges/{chrg}/documents/{docu}/downloads/[0-9A-F]{16}')),
  payment_code: except(nullable(text()), { set: UNKNOWN_TO_METHODS }),
  va_code: except(nullable(text()), { set: UNKNOWN_TO_METHODS }),
});

const scannableCode = object({
  object: constant('barcode'),
  type: constant('qr'),
  image: resource('code document'),
  raw_data: except(nullable(text()), { set: 'never recorded (P10)' }),
});

/** Of mobile banking, or of a code, which has one number and a buyer. */
const providerReferences = object({
  reference_number_1: text(/^(?:\d{12}|\d{19})$/),
  reference_number_2: nullable(text(/^\d{12}$/)),
  buyer_name: sometimes(constant(null)),
});

export const source = object({
  object: constant('source'),
  id: id('src'),
  livemode: flag,
  location: path('/sources/{src}'),
  amount: integer,
  barcode: nullable(text()),
  bank: nullable(text()),
  created_at: time,
  currency,
  email: nullable(text()),
  flow: choice('redirect', 'app_redirect', 'offline'),
  installment_term: nullable(integer),
  ip: nullable(text()),
  absorption_type: nullable(choice('customer', 'merchant')),
  name: nullable(text()),
  mobile_number: nullable(text()),
  phone_number: nullable(text()),
  platform_type: nullable(choice('IOS', 'ANDROID', 'WEB')),
  scannable_code: nullable(scannableCode),
  qr_settings: except(nullable(free), { set: UNKNOWN_TO_METHODS }),
  billing: nullable(postalAddress),
  shipping: nullable(postalAddress),
  items: many(item),
  references: nullable(references),
  provider_references: nullable(providerReferences),
  store_id: nullable(text()),
  store_name: nullable(text()),
  terminal_id: nullable(text()),
  type: text(/^[a-z_]+$/),
  zero_interest_installments: nullable(flag),
  charge_status: choice('unknown', 'pending', 'successful', 'failed', 'expired', 'reversed'),
  receipt_amount: except(nullable(integer), { set: UNKNOWN_TO_METHODS }),
  discounts: except(many(free), { filled: UNKNOWN_TO_METHODS }),
  promotion_code: except(nullable(text()), { set: UNKNOWN_TO_METHODS }),
  supplier_id: except(nullable(text()), { set: UNKNOWN_TO_METHODS }),
});
