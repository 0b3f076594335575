import type * as is from './setting-types.js';

/**
 * A setting by its name in the environment. `npm run settings` writes `.env.example` and `docs/settings.md`
 * from all of them.
 */
export interface SettingSchema {
  readonly type: is.SettingType;
  /** As text. An empty setting without a default is `undefined`. */
  readonly default?: string;
  /** For users. */
  readonly about: string;
  /** The meaning of an empty value, if there is no default and it is more than "none". */
  readonly empty?: string;
  /** The condition that makes the setting mandatory. */
  readonly required?: string;
  /** Not passed to containers, or read by docker-compose.yml alone. */
  readonly docker?: 'never' | 'only';
  /** The property of `Settings`, if not the name in camel case. */
  readonly as?: string;
}

/** Settings by their names. */
export type SettingGroup = Readonly<Record<string, SettingSchema>>;
