import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata that says that a route answers whatever name the host is asked by. */
export const ANY_NAME = 'any-name';

/** The route is asked by machinery that knows addresses and no names. */
export function AnyName(): CustomDecorator {
  return SetMetadata(ANY_NAME, true);
}
