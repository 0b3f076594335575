import { fail } from '#kernel/errors.js';
import { readDto } from '#platform/http/dto.js';
import { ratesOf, UpdateSandboxDto } from '../sandboxes/sandbox.dto.js';
import type { AccountRow } from '../sandboxes/epoch-statement.js';

/**
 * The settings that affect the results of calls. A restore resets them with the rows. Keys, addresses and the
 * settings of webhooks stay as they are.
 */
export const SAVED_SETTINGS = [
  'country',
  'currency',
  'api_version',
  'three_d_secure',
  'three_d_secure_challenge',
  'page_theme',
  'zero_interest_installments',
  'auto_approve',
  'fidelity',
  'exchange_rates',
] as const satisfies readonly (keyof AccountRow)[];

/** Settings that may be null: the installation's setting applies, or none. */
const NULLABLE: readonly string[] = ['fidelity', 'exchange_rates'];

/** Values for settings that files of the first releases lack. */
const FIRST_SETTINGS = {
  exchange_rates: null,
  auto_approve: false,
  three_d_secure_challenge: 'buttons',
  page_theme: 'plain',
};

export type SavedSettings = Pick<AccountRow, (typeof SAVED_SETTINGS)[number]>;

/** Reads the settings of a file. Throws `bad_request` unless they are complete and valid. */
export function readSettings(content: Readonly<Record<string, unknown>>): SavedSettings {
  const settings: Readonly<Record<string, unknown>> = { ...FIRST_SETTINGS, ...content };
  const names = Object.keys(settings).sort().join();
  if (names !== SAVED_SETTINGS.toSorted().join())
    fail('bad_request', `settings of the file must be ${SAVED_SETTINGS.join(', ')}`);
  const { problems } = readDto(UpdateSandboxDto, settings);
  const missing = SAVED_SETTINGS.filter(
    (name) => !NULLABLE.includes(name) && (settings[name] === null || settings[name] === ''),
  );
  const wrong = [...problems, ...missing.map((name) => `${name} is missing`)];
  if (wrong.length > 0) fail('bad_request', `settings of the file: ${wrong.join(', ')}`);
  const rates = settings['exchange_rates'] as UpdateSandboxDto['exchange_rates'];
  const read = {
    exchange_rates: rates ? ratesOf(rates) : null,
    three_d_secure: settings['three_d_secure'] === true,
    zero_interest_installments: settings['zero_interest_installments'] === true,
    auto_approve: settings['auto_approve'] === true,
  };
  return { ...(settings as unknown as SavedSettings), ...read };
}
