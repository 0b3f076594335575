import { ApiError } from '#kernel/errors.js';
import { API_VERSIONS, type ApiVersion } from '#kernel/api-versions/versions.js';
import { madeAt } from '#kernel/ids.js';
import { isObject } from '#kernel/values.js';
import { TABLES } from '#platform/database/generated/tables.js';
import { TABLE_NAMES } from '#engine/writes/rows.js';
import { exportedRow, maskedIn, type ExportedRow } from '#control/snapshots/rules/exported-row.js';
import { MAX_BUNDLE_ENTRIES } from '#control/snapshots/rules/file-rules.js';
import { importedRow } from '#control/snapshots/rules/imported-row.js';
import { withoutPersonalText } from '#control/snapshots/rules/personal-texts.js';
import { readSettings } from '#control/snapshots/saved-settings.js';
import { fileHeader, fileText } from '#control/snapshots/snapshot-file.js';
import { Failure } from '../failure.js';
import { API_VERSION } from '../parity/exchange.js';
import type { ApiObject } from './api-object.js';
import type { PulledCharge } from './other-account.js';
import type { PulledRow } from './pulled-row.js';
import { pulledRows } from './pulled-rows.js';

export interface PullOptions {
  readonly hasPersonalData: boolean;
  /** Metadata key of the order, which stays. */
  readonly orderKey: string;
}

/** The text of a bundle. Throws a {@link Failure} if an import would refuse a row. */
export async function pulledBundle(pulled: PulledCharge, options: PullOptions): Promise<string> {
  const { account, charge, events } = pulled;
  const { hasPersonalData, orderKey } = options;
  const apiVersion = apiVersionOf(account);
  const rows = sorted(pulledRows(pulled, apiVersion)).flatMap(
    ({ table, row, order }) => exportedRow(table, row, { order, hasPersonalData, keptKey: orderKey }) ?? [],
  );
  for (const row of rows) assertImportable(row, events.length);
  const entries = events.slice(0, MAX_BUNDLE_ENTRIES).map((event) => ({ entry: entryOf(event, options) }));
  const cutAt = events.length > MAX_BUNDLE_ENTRIES ? entries.at(-1)?.entry.machine_at : undefined;
  const header = await fileHeader({
    at: clockOf(charge),
    frozen: false,
    settings: readAccount(account, apiVersion),
    hasPersonalData,
    bundle: { object: String(charge['id']), ...(cutAt !== undefined && { cut_at: cutAt }) },
  });
  const pieces: string[] = [];
  for await (const piece of fileText(header, [entries, rows], events.length)) pieces.push(piece);
  return pieces.join('');
}

/** By table and key, as bundles that Tollgate saves. */
function sorted(rows: readonly PulledRow[]): PulledRow[] {
  const placeOf = ({ table, row }: PulledRow): string => {
    const place = String(TABLE_NAMES.indexOf(table)).padStart(3, '0');
    return [place, ...TABLES[table].key.map((column) => row[column])].join(' ');
  };
  return rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

function assertImportable(row: ExportedRow, orders: number): void {
  // As an import reads it.
  const read = importedRow(JSON.parse(JSON.stringify(row)) as ApiObject, orders, false);
  if ('problem' in read) throw new Failure(`the answers do not make a bundle: ${read.problem}`);
}

function readAccount(account: ApiObject, apiVersion: ApiVersion): Readonly<Record<string, unknown>> {
  try {
    return { ...readSettings(settingsOf(account, apiVersion)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Failure(`the answers do not make a bundle: ${error.message}`);
  }
}

/** Settings that the API does not show have their defaults. */
function settingsOf(
  { country, currency, three_d_secure: threeDSecure, zero_interest_installments: zeroInterest }: ApiObject,
  apiVersion: ApiVersion,
): Readonly<Record<string, unknown>> {
  return {
    country,
    currency,
    api_version: apiVersion,
    three_d_secure: threeDSecure === true,
    zero_interest_installments: zeroInterest === true,
    three_d_secure_challenge: 'buttons',
    page_theme: 'method',
    auto_approve: false,
    fidelity: null,
    exchange_rates: null,
  };
}

function apiVersionOf({ api_version: version }: ApiObject): ApiVersion {
  return API_VERSIONS.find((each) => each === version) ?? API_VERSION;
}

/** The time there: until then the embedded list of refunds is. */
function clockOf({ refunds, created_at: createdAt }: ApiObject): Date {
  const to = new Date(String(isObject(refunds) ? refunds['to'] : undefined));
  return Number.isNaN(to.getTime()) ? new Date(String(createdAt)) : to;
}

/** An event as an entry of a timeline. Its ID begins with the time of the machine. */
function entryOf(event: ApiObject, { hasPersonalData, orderKey }: PullOptions) {
  const { id, key, livemode, data, created_at: createdAt, created } = event;
  const object = isObject(data) ? data : {};
  const { amount, currency, status, authorized, failure_code: failure, metadata, source, card } = object;
  const at = new Date(String(createdAt ?? created)).toISOString();
  const details = maskedIn(
    {
      key,
      amount: amount ?? null,
      currency: currency ?? null,
      status: (status === 'pending' && authorized === true ? 'authorized' : status) ?? null,
      failure_code: failure ?? null,
      method: (isObject(source) ? source['type'] : isObject(card) ? card['object'] : null) ?? null,
      metadata: metadata ?? null,
    },
    orderKey,
  );
  return {
    object: 'timeline_entry',
    kind: 'event',
    id,
    livemode,
    object_id: object['id'] ?? null,
    request_id: null,
    trigger: null,
    at,
    machine_at: madeAt(String(id)).toISOString(),
    details: hasPersonalData ? details : withoutPersonalText(details, orderKey),
  };
}
