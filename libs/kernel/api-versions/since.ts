import { ERRORS, fail } from '../errors.js';
import { isOlder, type ApiVersion } from './versions.js';

/** Throws `service_not_found` if the feature is newer than the request's version (docs/fidelity.md V15). */
export function assertSince(since: ApiVersion, version: ApiVersion): void {
  if (!isOlder(version, since)) return;
  fail('service_not_found', `${ERRORS.service_not_found[1]}; send Omise-Version ${since} or later`);
}
