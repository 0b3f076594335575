import { isObject } from '#kernel/values.js';
import { eventText } from '#engine/events/rules/event-text.js';
import { linesOf, parseLine, tableOf } from '#control/snapshots/file-lines.js';
import { fileIn } from '#control/snapshots/received-file.js';
import { EXIT, Failure } from '../failure.js';
import { readBundle } from './bundle-file.js';

/** The text of an event in a bundle as webhooks send it. `event` is its ID or key. */
export async function eventOfBundle(path: string, event: string): Promise<string> {
  const { content } = await readBundle(path);
  const bodies = new Map<string, object>();
  const known = new Set<string>();
  for await (const line of linesOf(fileIn(content))) {
    if (tableOf(line) !== 'event') continue;
    const { id, key, body } = parseLine(line);
    if (typeof id !== 'string' || typeof key !== 'string' || !isObject(body)) continue;
    known.add(key);
    if (id === event || key === event) bodies.set(id, body);
  }
  const ids = [...bodies.keys()];
  const [body] = bodies.values();
  if (body === undefined)
    throw new Failure(
      `the bundle has no event ${event}; its events are ${[...known].join(', ') || 'none'}`,
      EXIT.usage,
    );
  if (ids.length > 1)
    throw new Failure(`the bundle has several events ${event}: choose ${ids.join(' or ')}`, EXIT.usage);
  return eventText(JSON.stringify(body));
}
