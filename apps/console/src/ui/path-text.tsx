import type { JSX } from 'react';

const ID = /([a-z]+_(?:test_)?)([0-9a-z]{19})/g;
const TAIL = 8;

/** A path whose ids are shortened by sight; its title is the whole path. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  return <span title={path}>{path.replace(ID, (_, __, id: string) => `…${id.slice(-TAIL)}`)}</span>;
}
