/** Actions at the end of a path: as a request, and as something that was done. */
const ACTIONS: Readonly<Record<string, readonly [label: string, past: string]>> = {
  mark_as_paid: ['Mark as paid', 'marked it as paid'],
  mark_as_failed: ['Mark as failed', 'marked it as failed'],
  mark_as_sent: ['Mark as sent', 'marked it as sent'],
  mark_as_registered: ['Mark as registered', 'marked it as registered'],
  expire: ['Expire charge', 'expired the charge'],
  capture: ['Capture charge', 'captured the charge'],
  reverse: ['Reverse authorization', 'reversed the authorization'],
  refunds: ['Refund charge', 'refunded the charge'],
  disputes: ['Open dispute', 'opened a dispute'],
  accept: ['Accept dispute', 'accepted the dispute'],
  close: ['Close dispute', 'closed the dispute'],
  verify: ['Verify recipient', 'verified the recipient'],
};
const VERBS: Readonly<Record<string, readonly [label: string, past: string]>> = {
  POST: ['Create', 'created'],
  GET: ['Read', 'read'],
  PATCH: ['Update', 'updated'],
  DELETE: ['Delete', 'deleted'],
};
const NOUNS: Readonly<Record<string, string>> = {
  sessions: 'checkout session',
  tokens: 'card token',
  capability: 'payment methods',
};

export interface RouteWords {
  /** "Create charge". */
  readonly label: string;
  /** "created the charge". */
  readonly past: string;
}

/** A call of the emulated API in words: `POST /charges` creates a charge. `undefined` for an unusual path. */
export function routeWords(method: string, path: string): RouteWords | undefined {
  const [collection = '', id, action, more] = path
    .replace(/^\/api\//, '/')
    .split('/')
    .slice(1);
  if (action !== undefined && method !== 'GET') return more === undefined ? pair(ACTIONS[action]) : undefined;
  const verb = VERBS[method];
  const named = action ?? collection;
  if (!verb || !/^[a-z_]+$/.test(named)) return undefined;
  const isList =
    method === 'GET' && named.endsWith('s') && (action === undefined ? id === undefined : more === undefined);
  if (isList)
    return { label: `List ${named.replaceAll('_', ' ')}`, past: `listed the ${named.replaceAll('_', ' ')}` };
  const noun = NOUNS[named] ?? named.replace(/s$/, '').replaceAll('_', ' ');
  return { label: `${verb[0]} ${noun}`, past: `${verb[1]} the ${noun}` };
}

function pair(words: readonly [label: string, past: string] | undefined): RouteWords | undefined {
  return words && { label: words[0], past: words[1] };
}
