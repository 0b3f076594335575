import { useParams } from '@tanstack/react-router';

export type Mode = 'test' | 'live';

/** Which sandbox, and which of its modes, the page is about. */
export interface Place {
  readonly name: string;
  readonly mode: Mode;
}

export function usePlace(): Place {
  const { name = 'default', mode } = useParams({ strict: false });
  return { name, mode: mode === 'live' ? 'live' : 'test' };
}

/** Where a sandbox is on the control API. */
export function sandboxPath({ name }: Pick<Place, 'name'>): string {
  return `/api/sandboxes/${encodeURIComponent(name)}`;
}

/** Where the emulated API of a mode is on the control API. */
export function emulatedPath(place: Place): string {
  return `${sandboxPath(place)}/api/${place.mode}`;
}

/** The address of a page of the console: `/payments` of a sandbox and mode. */
export function pathIn({ name, mode }: Place, path = ''): string {
  return `/sandboxes/${name}/${mode}${path}`;
}
