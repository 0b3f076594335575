import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { ApiVersion } from '#kernel/api-versions/versions.js';

/** Metadata that says with which API version a route came. A route without it is in all of them. */
export const ROUTE_SINCE = 'route-since';

/** The route does not exist for requests of an older version (docs/fidelity.md V15). */
export function Since(version: ApiVersion): CustomDecorator {
  return SetMetadata(ROUTE_SINCE, version);
}
