import { CONTROL_DOCUMENT } from '../../../proof/contract/contract.js';

interface Documented {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
}

/** An operation of the control host, as its document has it. */
export interface ControlOperation {
  readonly verb: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With names in braces: `/api/sandboxes/{name}`. */
  readonly path: string;
  /** `everyone`: without a key. `caller`: with any secret key. */
  readonly isFor: 'everyone' | 'caller' | 'installation' | 'sandbox';
  readonly queries: readonly string[];
  /** A body that is right; none where none is taken. */
  readonly body: object | undefined;
}

/** Every operation of the control host. */
export const CONTROL_OPERATIONS: readonly ControlOperation[] = Object.entries(CONTROL_DOCUMENT.paths).flatMap(
  ([path, operations]) =>
    Object.entries(operations as unknown as Readonly<Record<string, Documented>>).map(
      ([verb, { security, parameters, requestBody }]): ControlOperation => ({
        verb: verb as ControlOperation['verb'],
        path,
        isFor: accessOf(path, security),
        queries: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name ?? ''] : [])),
        body: requestBody && (Object.values(requestBody.content)[0]?.example ?? {}),
      }),
    ),
);

function accessOf(path: string, security: Documented['security']): ControlOperation['isFor'] {
  if (security.length === 0) return 'everyone';
  if (!security.some((key) => 'secretKey' in key)) return 'installation';
  return path.includes('{name}') ? 'sandbox' : 'caller';
}
