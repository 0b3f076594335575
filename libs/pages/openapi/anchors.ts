import { kebab } from '#kernel/kebab.js';

/** The ids of the parts of a reference page. Links of other pages name them, so they must not change. */
export const anchorOf = {
  /** `charges-mark-as-paid` */
  operation: (operationId: string) => kebab(operationId),
  tag: (name: string) => kebab(name),
  /** `schema-charge-list` */
  schema: (name: string) => `schema-${kebab(name)}`,
  /** `error-used-token` */
  error: (code: string) => `error-${kebab(code)}`,
  /** A parameter that many operations share: `parameter-idempotency-key`. */
  parameter: (name: string) => `parameter-${kebab(name)}`,
};
