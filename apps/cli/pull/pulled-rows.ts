import { isObject } from '#kernel/values.js';
import { CARD_OUTCOMES } from '#resources/cards/rules/card-outcome.js';
import { EMPTY_FILES } from '#control/snapshots/rules/personal-columns.js';
import { idOf, listIn, objectIn, picked, timeOf, type ApiObject } from './api-object.js';
import type { PulledCharge } from './other-account.js';
import { interestRateOf, transactionRows } from './pulled-journal.js';
import type { PulledRow } from './pulled-row.js';

/** The ID in the address of a payment page, and that of a code. */
const PAYMENT = /\/((?:pay2|paym)_test_[0-9a-z]{19})(?:[/?]|$)/;
const DOCUMENT = /\/(docu_test_[0-9a-z]{19})(?:[/?]|$)/;
const DOWNLOAD = /\/downloads\/([0-9A-F]{16})$/;
/** By extension of the file name. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
const OTHER_CONTENT_TYPE = 'application/pdf';

/** The rows of a charge and its objects, as Tollgate stores them, parents before children. */
export function pulledRows(pulled: PulledCharge, apiVersion: string): PulledRow[] {
  const { account, charge, customer, defaultCard, refunds, transactions, events } = pulled;
  const { card, source, dispute } = charge;
  const cards = [card, defaultCard].filter(isObject);
  return [
    ...(customer ? [customerRow(customer, charge)] : []),
    ...cards.map((each) => cardRow(each, charge)),
    ...(isObject(source) ? [sourceRow(source)] : []),
    chargeRow(charge),
    ...transactions.flatMap((each) => transactionRows(each, charge, refunds, String(account['country']))),
    ...refunds.map(refundRow),
    ...(isObject(dispute) ? [disputeRow(dispute), ...documentRows(dispute)] : []),
    ...events.map((event, index) => eventRow(event, apiVersion, index + 1)),
  ];
}

function chargeRow(charge: ApiObject): PulledRow {
  const { card, source, dispute, refunds, customer, status, authorized, authorize_uri: page } = charge;
  const [fees, paymentId] = [objectIn(charge['transaction_fees']), PAYMENT.exec(String(page))?.[1] ?? null];
  // The page of a card that needs no authentication says so.
  const isAuthenticated = isObject(card) && paymentId !== null && !String(page).includes('acs=false');
  return {
    table: 'charge',
    row: {
      ...picked(charge, [
        'id',
        'livemode',
        'status',
        'amount',
        'currency',
        'captured_amount',
        'refunded_amount',
      ]),
      ...picked(charge, ['funding_amount', 'funding_currency', 'description', 'metadata', 'capture', 'ip']),
      ...picked(charge, ['authorization_type', 'return_uri', 'failure_code', 'voided']),
      version: 0,
      refund_count: objectIn(refunds)['total'] ?? 0,
      ...picked(fees, ['fee_flat', 'fee_rate', 'vat_rate']),
      interest_rate: interestRateOf(charge),
      authentication: charge['authenticated_by'] ?? (isAuthenticated ? '3DS' : null),
      wrong_password_count: 0,
      payment_id: paymentId,
      source_id: idOf(source),
      card_id: idOf(card),
      linked_account_id: null,
      customer_id: customer ?? null,
      schedule_id: null,
      link_id: null,
      provider_references: referencesOf(objectIn(source)),
      document_id: documentOf(objectIn(source)),
      transaction_id: charge['transaction'] ?? null,
      dispute_id: idOf(dispute),
      webhook_endpoints: [],
      created_at: timeOf(charge['created_at']),
      expires_at: timeOf(charge['expires_at']),
      authorized_at: authorized === true ? timeOf(charge['authorized_at']) : null,
      paid_at: timeOf(charge['paid_at']),
      // The API shows one for a settled charge whose expiry has passed, too.
      expired_at: status === 'expired' ? timeOf(charge['expired_at']) : null,
      reversed_at: timeOf(charge['reversed_at']),
      settles_as: null,
      settles_at: null,
    },
  };
}

/** Numbers that a customer pays with, or that the provider of the method has for the payment. */
function referencesOf(source: ApiObject): unknown[] {
  const numbers = [source['references'], source['provider_references']]
    .map(objectIn)
    .flatMap(({ reference_number_1: first, reference_number_2: second }) => [first, second]);
  return [...new Set(numbers.filter((number) => typeof number === 'string'))];
}

function documentOf({ scannable_code: code, references }: ApiObject): string | null {
  const image = objectIn(objectIn(code)['image']);
  return idOf(image) ?? DOCUMENT.exec(String(objectIn(references)['barcode']))?.[1] ?? null;
}

function sourceRow(source: ApiObject): PulledRow {
  const details = {
    ...picked(source, ['barcode', 'bank', 'email', 'name', 'billing', 'shipping', 'items']),
    phoneNumber: source['phone_number'] ?? source['mobile_number'],
    storeId: source['store_id'],
    storeName: source['store_name'],
    terminalId: source['terminal_id'],
  };
  const given = Object.entries(details).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return {
    table: 'source',
    row: {
      ...picked(source, [
        'id',
        'livemode',
        'type',
        'amount',
        'currency',
        'platform_type',
        'installment_term',
      ]),
      ...picked(source, ['zero_interest_installments', 'ip']),
      details: Object.fromEntries(given),
      created_at: timeOf(source['created_at']),
    },
  };
}

/** The API hides what the number of a card decides: an outcome is known only if it failed this charge. */
function cardRow(card: ApiObject, charge: ApiObject): PulledRow {
  const { failure_code: failure } = charge;
  const isCharged = idOf(charge['card']) === card['id'];
  const outcome = isCharged && CARD_OUTCOMES.some((each) => each === failure) ? failure : 'successful';
  const customer = /^\/customers\/([^/]+)\/cards\//.exec(String(card['location']))?.[1] ?? null;
  return {
    table: 'card',
    row: {
      ...picked(card, ['id', 'livemode', 'deleted', 'name', 'brand', 'bank', 'financing', 'country']),
      ...picked(card, ['fingerprint', 'last_digits', 'expiration_month', 'expiration_year']),
      ...picked(card, ['security_code_check', 'tokenization_method', 'street1', 'street2', 'city', 'state']),
      ...picked(card, ['postal_code', 'phone_number']),
      first_digits: card['first_digits'] ?? '',
      version: 0,
      customer_id: customer,
      attached_at: customer === null ? null : timeOf(card['created_at']),
      outcome,
      has_email: false,
      created_at: timeOf(card['created_at']),
    },
  };
}

/** Of a deleted customer the API shows little. */
function customerRow(customer: ApiObject, charge: ApiObject): PulledRow {
  return {
    table: 'customer',
    row: {
      ...picked(customer, ['id', 'livemode', 'description', 'email']),
      metadata: customer['metadata'] ?? {},
      version: 0,
      default_card_id: customer['default_card'] ?? null,
      deleted: customer['deleted'] === true,
      created_at: timeOf(customer['created_at'] ?? charge['created_at']),
    },
  };
}

function refundRow(refund: ApiObject): PulledRow {
  return {
    table: 'refund',
    row: {
      ...picked(refund, ['id', 'livemode', 'amount', 'currency', 'funding_amount', 'funding_currency']),
      ...picked(refund, ['voided', 'metadata']),
      charge_id: refund['charge'],
      transaction_id: refund['transaction'],
      created_at: timeOf(refund['created_at']),
    },
  };
}

function disputeRow(dispute: ApiObject): PulledRow {
  const transactions = listIn(dispute['transactions']);
  const named = (key: string): string | null => idOf(transactions.find((each) => each['key'] === key));
  return {
    table: 'dispute',
    row: {
      ...picked(dispute, [
        'id',
        'livemode',
        'status',
        'amount',
        'currency',
        'funding_amount',
        'funding_currency',
      ]),
      ...picked(dispute, ['message', 'metadata', 'reason_code', 'reason_message']),
      version: 0,
      charge_id: dispute['charge'],
      started_transaction_id: named('dispute.started.debit'),
      won_transaction_id: named('dispute.won.credit'),
      created_at: timeOf(dispute['created_at']),
      closed_at: timeOf(dispute['closed_at']),
    },
  };
}

/** Files of a dispute, with the shortest content of their type. */
function documentRows(dispute: ApiObject): PulledRow[] {
  return listIn(objectIn(dispute['documents'])['data']).flatMap((document) => {
    const token = DOWNLOAD.exec(String(document['download_uri']))?.[1];
    if (token === undefined) return [];
    const extension = String(document['filename']).split('.').at(-1)?.toLowerCase() ?? '';
    const type = CONTENT_TYPES[extension] ?? OTHER_CONTENT_TYPE;
    return [
      {
        table: 'dispute_document' as const,
        row: {
          ...picked(document, ['id', 'livemode', 'filename']),
          version: 0,
          deleted: false,
          dispute_id: dispute['id'],
          content_type: type,
          content: EMPTY_FILES[type],
          download_token: token,
          created_at: timeOf(document['created_at']),
        },
      },
    ];
  });
}

/** The body of a webhook has no deliveries. */
function eventRow(event: ApiObject, apiVersion: string, order: number): PulledRow {
  const { data, created_at: createdAt, created } = event;
  const body = 'webhook_deliveries' in event ? { ...event, webhook_deliveries: [] } : event;
  return {
    table: 'event',
    order,
    row: {
      ...picked(event, ['id', 'livemode', 'key']),
      object_id: idOf(data),
      api_version: apiVersion,
      body: JSON.stringify(body),
      request_id: null,
      trigger_id: null,
      machine_at: null,
      created_at: timeOf(createdAt ?? created),
    },
  };
}
