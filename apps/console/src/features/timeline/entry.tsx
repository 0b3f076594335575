import { pageOf } from '../../lists/kinds';
import type { Place } from '../../ui/place';

/** The page of an object by the prefix of its id, or Activity. */
export function placeOfObject(id: string, place: Place): string {
  return pageOf(id, place) ?? `/sandboxes/${place.name}/${place.mode}`;
}
