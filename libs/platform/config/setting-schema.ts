import type { InferOutput } from 'valibot';
import { EMULATION, KEYS, WEBHOOKS } from './account-settings.js';
import { ADDRESSES } from './address-settings.js';
import { DATA, DOCKER } from './data-settings.js';
import type { SettingGroup, SettingSchema } from './setting-group.js';
import { apply } from './setting-types.js';

export const SCHEMA = { ...KEYS, ...WEBHOOKS, ...EMULATION, ...ADDRESSES, ...DATA };

/** In the order of the documentation. */
export const SETTING_GROUPS: readonly {
  readonly title: string;
  readonly note?: string;
  readonly settings: SettingGroup;
}[] = [
  {
    title: 'Keys and secrets',
    note: 'If other machines can reach HOST or VAULT_HOST, as with Docker, Tollgate rejects the demo keys, the demo WEBHOOK_SECRET, and keys with fewer than 20 characters after their prefix.',
    settings: KEYS,
  },
  { title: 'Webhooks', settings: WEBHOOKS },
  { title: 'The demo account and the emulated API', settings: EMULATION },
  { title: 'Addresses', settings: ADDRESSES },
  { title: 'Data, limits and logs', settings: DATA },
  { title: 'Docker only', settings: DOCKER },
];

/** All names that an environment file may have. */
export const SETTING_NAMES: readonly string[] = SETTING_GROUPS.flatMap(({ settings }) =>
  Object.keys(settings),
);

/** Settings of earlier versions, and what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: 'the database in DATABASE_URL serves all reads',
  KEY_RULES: 'FIDELITY=recorded accepts secret keys for GET /capability',
};

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type Property<Name extends string, Schema> = Schema extends { readonly as: infer As extends string }
  ? As
  : CamelCase<Name>;

type Value<Schema extends SettingSchema> =
  | InferOutput<Schema['type']>
  | (Schema extends { readonly default: string } ? never : undefined);

export type SettingValues = {
  readonly [Name in keyof typeof SCHEMA as Property<Name, (typeof SCHEMA)[Name]>]: Value<
    (typeof SCHEMA)[Name]
  >;
};

/**
 * Reads and validates every setting, in the order of the schema. Throws a `SettingError` for the first that
 * is invalid.
 */
export function readValues(env: Readonly<Record<string, string | undefined>>): SettingValues {
  const entries = Object.entries<SettingSchema>(SCHEMA).map(([name, { as, type, default: fallback }]) => {
    const text = env[name]?.trim() || fallback;
    const property =
      as ?? name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [property, text === undefined ? undefined : apply(name, text, type)];
  });
  return Object.fromEntries(entries) as SettingValues;
}
