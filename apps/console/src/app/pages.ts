/** The pages of a sandbox: where they are, what they are called, and the key that leads there after `g`. */
export const PAGES = [
  ['', 'Now', 'n'],
  ['/payments', 'Payments', 'p'],
  ['/webhooks', 'Webhooks', 'w'],
  ['/requests', 'Requests', 'r'],
  ['/keyless', 'Requests without a key', 'z'],
  ['/objects/events', 'Events', 'u'],
  ['/objects/sources', 'Sources', 'y'],
  ['/objects/tokens', 'Tokens', '1'],
  ['/objects/customers', 'Customers', 'c'],
  ['/objects/cards', 'Cards', 'm'],
  ['/objects/refunds', 'Refunds', 'e'],
  ['/objects/disputes', 'Disputes', 'd'],
  ['/objects/linked_accounts', 'Linked accounts', 'l'],
  ['/objects/links', 'Links', 'k'],
  ['/objects/checkout_sessions', 'Checkout sessions', 'h'],
  ['/objects/schedules', 'Schedules', 'o'],
  ['/objects/recipients', 'Recipients', 'i'],
  ['/objects/transfers', 'Transfers', 'x'],
  ['/objects/transactions', 'Balance', 'b'],
  ['/objects/receipts', 'Receipts', 'v'],
  ['/objects/chains', 'Chains', 'j'],
  ['/rates', 'Exchange rates', 'q'],
  ['/account', 'Account', 'a'],
  ['/clock', 'Clock', 't'],
  ['/faults', 'Faults and scenarios', 'f'],
  ['/sandboxes', 'Sandboxes', 's'],
] as const;

/** What the browser calls the place at `path`, below the sandbox `name`: the object and its page, or the page. */
export function titleOf(path: string, name: string): string {
  const page = PAGES.find(([start]) => (start === '' ? ['', '/'].includes(path) : path === start || path.startsWith(`${start}/`)));
  const object = page && path.split('/').at(-1);
  const isOfObject = page !== undefined && path.length > page[0].length + 1;
  return [...(isOfObject ? [object] : []), ...(page ? [page[1]] : []), name, 'Tollgate'].join(' · ');
}
