import type { Request } from 'express';
import { isEncodedUtf8 } from './encoded-utf8.js';

/** A route, as Express keeps it. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * The methods that this host has routes for at the path of a request, in capitals. A path that is not UTF-8 has
 * none: Express cannot compare it.
 */
export function methodsAt({ app, path }: Request): string[] {
  if (!isEncodedUtf8(path)) return [];
  const { stack } = (app as unknown as { router: { stack: readonly Layer[] } }).router;
  const methods = stack.flatMap((layer) =>
    layer.route && layer.match(path) ? Object.keys(layer.route.methods) : [],
  );
  return [...new Set(methods.map((method) => method.toUpperCase()))];
}
