import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata of routes that accept any `Host` header. */
export const ANY_NAME = 'any-name';

/** The route accepts any `Host` header: its callers, such as health checks, know addresses and no names. */
export function AnyName(): CustomDecorator {
  return SetMetadata(ANY_NAME, true);
}
