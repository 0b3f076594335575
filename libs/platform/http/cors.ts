import type { CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';
import { methodsAt } from './methods-at.js';

/** The cache time of a preflight response in seconds: the longest that any browser accepts. */
const MAX_AGE_S = 7_200;
const OPEN = {
  origin: '*',
  maxAge: MAX_AGE_S,
  exposedHeaders: ['Idempotent-Replayed', 'Omise-Version', 'X-Request-Id'],
};

/**
 * Lets scripts of any site call these paths and what is below them, which a public key opens, without
 * cookies. Everything else is closed to them: otherwise any page that a developer visits could drive a
 * Tollgate on their machine (docs/fidelity.md H13).
 */
export function browsersAt(paths: readonly string[]): CorsOptionsDelegate<Request> {
  const isOpen = (path: string): boolean =>
    paths.some((open) => path === open || path.startsWith(`${open}/`));
  return (req, decide) =>
    decide(null, isOpen(req.path.toLowerCase()) ? { ...OPEN, methods: methodsAt(req) } : { origin: false });
}
