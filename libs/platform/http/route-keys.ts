import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { KeyKind } from '#domain/scope.js';

/** Metadata that says which keys open a route. A route without it opens for nobody. */
export const ROUTE_KEYS = 'route-keys';

/** The kinds of key that open a route; an empty list is a route for everyone. */
export type RouteKeys = readonly KeyKind[];

/** The route is opened by a key of one of these kinds. */
export function Keys(...kinds: KeyKind[]): CustomDecorator {
  return SetMetadata(ROUTE_KEYS, kinds satisfies RouteKeys);
}

/** The route needs no key. */
export function NoKey(): CustomDecorator {
  return SetMetadata(ROUTE_KEYS, [] satisfies RouteKeys);
}
