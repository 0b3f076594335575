/** The API versions that Tollgate renders, oldest first (docs/fidelity.md V1). */
export const API_VERSIONS = ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

export const NEWEST_VERSION = '2019-05-29';

/** The first version in which a charge has a source (docs/fidelity.md P5). */
export const SOURCES_SINCE: ApiVersion = '2017-11-02';

/** The first version with linked accounts (docs/fidelity.md V15). */
export const LINKED_ACCOUNTS_SINCE: ApiVersion = '2017-11-02';

export function isApiVersion(value: unknown): value is ApiVersion {
  return API_VERSIONS.some((version) => version === value);
}

/** Versions are dates, which sort as text. */
export function isOlder(version: ApiVersion, than: ApiVersion): boolean {
  return version < than;
}
