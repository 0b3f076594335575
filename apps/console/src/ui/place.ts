import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { keptAt } from './kept';

/** The page of all sandboxes. */
export const LIST = '/sandboxes';

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

/** Leads to another sandbox or mode, on the present page. */
export function useOtherPlace(): (other: Place) => void {
  const { pathname, search } = useLocation();
  const place = usePlace();
  const navigate = useNavigate();
  return (other) => {
    const path = pathname.slice(pathIn(place).length);
    // Of all sandboxes it leads to the chosen one.
    const kept = keptAt(path === LIST && other.name !== place.name ? '' : path, search);
    void navigate({ to: pathIn(other, kept.path), search: kept.search as never });
  };
}
