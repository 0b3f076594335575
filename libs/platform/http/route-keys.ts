import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { KeyKind } from '#kernel/scope.js';
import type { Fidelity } from '../config/account-settings.js';

/** Metadata that says which keys open a route. A route without it opens for nobody. */
export const ROUTE_KEYS = 'route-keys';

/** A kind of key that opens a route: always, or only for accounts with the fidelity `recorded`. */
export type RouteKey = KeyKind | { readonly whenRecorded: KeyKind };

/** The kinds of key that open a route; an empty list is a route for everyone. */
export type RouteKeys = readonly RouteKey[];

/** The route is opened by a key of one of these kinds. */
export function Keys(...keys: RouteKey[]): CustomDecorator {
  return SetMetadata(ROUTE_KEYS, keys satisfies RouteKeys);
}

/** The route needs no key. */
export function NoKey(): CustomDecorator {
  return SetMetadata(ROUTE_KEYS, [] satisfies RouteKeys);
}

/** True if a key of this `kind` may call a route with these `keys`. */
export function opensFor(keys: RouteKeys, kind: KeyKind, fidelity: Fidelity): boolean {
  return keys.some((key) =>
    typeof key === 'string' ? key === kind : fidelity === 'recorded' && key.whenRecorded === kind,
  );
}
