/** Prisma's codes for a server that is away, out of connections, or shutting down. */
const AWAY_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037', 'ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300']);

/** Whether an error only says that the database cannot be reached right now. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, cause, meta } = (error ?? {}) as {
    code?: unknown;
    cause?: unknown;
    meta?: { code?: unknown; driverAdapterError?: unknown };
  };
  if (typeof code === 'string' && AWAY_CODES.has(code)) return true;
  if (typeof meta?.code === 'string' && AWAY_CODES.has(meta.code)) return true;
  if (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message)) return true;
  return cause !== undefined && cause !== error && isDatabaseAway(cause);
}

/** The constraint that a write broke by inserting what is there already, if that is what the error says. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  const text = error instanceof Error ? `${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? {})}` : '';
  return text.includes('23505') || /unique constraint/i.test(text) ? text : undefined;
}
