import type { JSX } from 'react';
import { shortPath } from './short-path';

/** A path whose ids are shortened by sight; its title is the whole path. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  return <span title={path}>{shortPath(path)}</span>;
}
