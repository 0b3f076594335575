import { createParamDecorator, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** The sandbox that the path names, once the guard has found that the caller may. */
    sandboxName?: string;
    /** Who is calling the control host, once its guard has found that out. */
    caller?: ControlCaller;
    /** When the session ends that the caller is known by; nothing where it is known by a token or a key, or needs none. */
    sessionEndsAt?: Date;
  }
}

/** Who is calling: whoever may do everything, or whoever has the key of a sandbox. */
export type ControlCaller = { readonly isAll: true } | { readonly isAll: false; readonly sandbox: string };

/** Metadata of the control host: what a route is about, and so who may ask it. */
export const CONTROL_ACCESS = 'control-access';

/**
 * `installation`: only whoever may do everything. `sandbox`: also a key of the sandbox that the path names. `caller`: also a key of any sandbox.
 * `anyone`: whoever knows the path, from wherever.
 */
export type ControlAccess = 'installation' | 'sandbox' | 'caller' | 'anyone';

export function ForInstallation(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'installation' satisfies ControlAccess);
}

export function ForSandbox(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'sandbox' satisfies ControlAccess);
}

/** What is the same for all sandboxes. */
export function ForAnyCaller(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'caller' satisfies ControlAccess);
}

/** The path is a secret: nothing else is asked of whoever comes, nor heeded. */
export function ForAnyone(): CustomDecorator {
  return SetMetadata(CONTROL_ACCESS, 'anyone' satisfies ControlAccess);
}

/** The sandbox that the path names, or that is meant by `self`. */
export const SandboxName = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { sandboxName } = context.switchToHttp().getRequest<Request>();
  if (sandboxName === undefined) throw new Error('A route that asks for the sandbox must have its name in the path');
  return sandboxName;
});
