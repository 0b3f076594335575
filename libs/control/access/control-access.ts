import {
  createParamDecorator,
  SetMetadata,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** The sandbox in the path, once the guard has authorized the caller. */
    sandboxName?: string;
    /** The caller of the control host; set by its guard. */
    caller?: ControlCaller;
    /** When the caller's session ends; `undefined` for a caller without a session. */
    sessionEndsAt?: Date;
  }
}

/** The caller: with access to the installation, or to one sandbox by its key. */
export type ControlCaller = { readonly isAll: true } | { readonly isAll: false; readonly sandbox: string };

/** Metadata of routes of the control host: the access that a route needs. */
export const CONTROL_ACCESS = 'control-access';

/**
 * `installation`: access to the installation. `sandbox`: or a key of the sandbox in the path. `caller`: or a
 * key of any sandbox. `anyone`: no authorization, because the path is a secret.
 */
export type ControlAccess = 'installation' | 'sandbox' | 'caller' | 'anyone';

export function ForInstallation(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'installation' satisfies ControlAccess);
}

export function ForSandbox(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'sandbox' satisfies ControlAccess);
}

/** For routes that belong to no sandbox. */
export function ForAnyCaller(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'caller' satisfies ControlAccess);
}

/** For routes whose path is a secret. Credentials are ignored. */
export function ForAnyone(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'anyone' satisfies ControlAccess);
}

/** The sandbox that the path names, or that is meant by `self`. */
export const SandboxName = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { sandboxName } = context.switchToHttp().getRequest<Request>();
  if (sandboxName === undefined)
    throw new Error('A route that asks for the sandbox must have its name in the path');
  return sandboxName;
});
