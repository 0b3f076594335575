// Puts the tags of a document in the order in which they are read, in groups.

/** @typedef {{ name: string, tags: string[] }} Group */

/** @type {readonly Group[]} */
const API = [
  {
    name: 'Payments',
    tags: [
      'Charges',
      'Sources',
      'Tokens',
      'Customers',
      'Customer Cards',
      'Refunds',
      'Disputes',
      'Dispute Documents',
      'Schedules',
      'Links',
      'Checkout Sessions',
      'Linked Accounts',
      'Customer Linked Accounts',
      'Code Documents',
    ],
  },
  { name: 'Payouts', tags: ['Transfers', 'Recipients', 'Transactions', 'Receipts'] },
  { name: 'Events and search', tags: ['Events', 'Search'] },
  { name: 'Account', tags: ['Accounts', 'Capability', 'Forex', 'Chains'] },
];

/** @type {readonly Group[]} */
const CONTROL = [
  { name: 'Sandboxes', tags: ['Sandboxes', 'Clock', 'Snapshots', 'Import', 'Bundles'] },
  { name: 'Webhooks', tags: ['Deliveries', 'Inboxes'] },
  { name: 'Tests', tags: ['Scenarios', 'Faults', 'Exams', 'Soaks', 'Report'] },
  { name: 'Inspection', tags: ['Timeline', 'Objects', 'Keyless Requests'] },
  { name: 'Coding agents', tags: ['Guides', 'MCP'] },
  { name: 'Console', tags: ['Session'] },
];
const EMULATED = { name: 'Emulated API of a sandbox', tags: API.flatMap(({ tags }) => tags) };

/**
 * Groups of the tags, which follow each other as in the lists above. Tags that are in no list come after
 * those; tags of which no operation needs a key, such as pages and scripts, come last.
 * @param {readonly { tag: string, isOpen: boolean }[]} operations
 * @param {boolean} isControl
 * @returns {Group[]}
 */
export function groupsOf(operations, isControl) {
  const closed = new Set(operations.flatMap(({ tag, isOpen }) => (isOpen ? [] : [tag])));
  const open = new Set(operations.flatMap(({ tag }) => (closed.has(tag) ? [] : [tag])));
  const listed = isControl ? [...CONTROL, EMULATED] : API;
  const inList = new Set(listed.flatMap(({ tags }) => tags));
  return [
    ...listed.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => closed.has(tag)) })),
    { name: 'Other', tags: [...closed].filter((tag) => !inList.has(tag)) },
    { name: 'Pages, scripts and probes', tags: [...open] },
  ].filter(({ tags }) => tags.length > 0);
}
