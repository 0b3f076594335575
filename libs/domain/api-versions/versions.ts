/** The API versions that Tollgate renders, oldest first (docs/fidelity.md V1). */
export const API_VERSIONS = ['2019-05-29'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

export const NEWEST_VERSION: ApiVersion = '2019-05-29';

export function isApiVersion(value: unknown): value is ApiVersion {
  return API_VERSIONS.some((version) => version === value);
}
