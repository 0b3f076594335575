import { ANY, isApiObject, type ApiObject, type Downgrade } from './downgrade.js';
import { TO_2014_07_27 } from './to-2014-07-27.js';
import { TO_2015_11_17 } from './to-2015-11-17.js';
import { TO_2017_11_02 } from './to-2017-11-02.js';
import { NEWEST_VERSION, type ApiVersion } from './versions.js';

/** What each version that is not the newest has different from it, newest change first. */
export const DOWNGRADES: Readonly<Record<Exclude<ApiVersion, typeof NEWEST_VERSION>, readonly Downgrade[]>> = {
  '2017-11-02': TO_2017_11_02,
  '2015-11-17': [...TO_2017_11_02, ...TO_2015_11_17],
  '2014-07-27': [...TO_2017_11_02, ...TO_2015_11_17, ...TO_2014_07_27],
};

/**
 * An object or a list as `version` shows it, with all that it embeds. Views are of the newest version, and come back as they are
 * when that is wanted. A stored event is left as it is: it was rendered when it happened (docs/fidelity.md V6, V10).
 */
export function render<T>(body: T, version: ApiVersion): T {
  return version === NEWEST_VERSION ? body : (renderValue(body, DOWNGRADES[version], false) as T);
}

/** An event that has just happened, with its data, as it is stored for an account of `version`. */
export function renderEvent(event: { readonly object: string; readonly data: unknown }, version: ApiVersion): object {
  if (version === NEWEST_VERSION) return event;
  return downgraded({ ...event, data: render(event.data, version) }, DOWNGRADES[version], false);
}

function renderValue(value: unknown, downgrades: readonly Downgrade[], isEmbedded: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => renderValue(item, downgrades, isEmbedded));
  if (!isApiObject(value) || value.object === 'event') return value;
  const view = downgraded(value, downgrades, isEmbedded);
  // Metadata is the merchant's: it may look like an object of ours.
  const fields = Object.entries(view).map(([field, child]) => [field, field === 'metadata' ? child : renderValue(child, downgrades, true)]);
  return Object.fromEntries(fields) as unknown;
}

function downgraded(view: ApiObject, downgrades: readonly Downgrade[], isEmbedded: boolean): ApiObject {
  const fitting = downgrades.filter(({ object }) => object === view.object || object === ANY);
  return fitting.reduce((after, { apply }) => apply(after, isEmbedded), view);
}
