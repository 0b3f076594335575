import type { Place } from '../ui/place';
import { pageOf } from '../lists/kinds';

/** The page of an object by the prefix of its id, or Activity. */
export function placeOfObject(id: string, place: Place): string {
  return pageOf(id, place) ?? `/sandboxes/${place.name}/${place.mode}`;
}
