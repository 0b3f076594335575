// Names the command of `tollgate` for each call of the control API.

/**
 * The parts of an operation that name its command.
 * @typedef {{ id: string, path: string }} Call
 * @typedef {{ name: string, in: 'path' | 'body' | 'file', isOptional: boolean }} Argument
 */

/** Groups whose name differs from their controller's. */
/** @type {Readonly<Record<string, string>>} */
const GROUPS = {
  Sandboxes: 'sandbox',
  Bundles: 'bundle',
  Deliveries: 'delivery',
  Exams: 'exam',
  Faults: 'fault',
  Inboxes: 'inbox',
  Objects: 'object',
  Scenarios: 'scenario',
  Snapshots: 'snapshot',
};
/** @type {Readonly<Record<string, string>>} */
const VERBS = { find: 'get', remove: 'rm', removeAll: 'rm-all' };

/** Short names of frequent calls. */
/** @type {Readonly<Record<string, string>>} */
const NAMES = {
  'Bundles.replay': 'webhook replay',
  'Deliveries.deliver': 'event deliver',
  'Deliveries.findCounts': 'delivery count',
  'Deliveries.hold': 'webhook hold',
  'Deliveries.listFailing': 'delivery failing',
  'Deliveries.redeliverMany': 'delivery redeliver-all',
  'Deliveries.release': 'webhook release',
  'Deliveries.sendTest': 'webhook test',
  'Faults.create': 'fault set',
  'Import.import': 'snapshot import',
  'KeylessRequests.list': 'request list-keyless',
  'Objects.findChargeCounts': 'object count-charges',
  'Objects.findCounts': 'object count',
  'Objects.findMoney': 'money',
  'Report.find': 'report',
  'Sandboxes.findStatus': 'status',
  'Snapshots.create': 'snapshot save',
  'Timeline.events': 'event list',
  'Timeline.findFigures': 'figures',
  'Timeline.findIdle': 'idle',
  'Timeline.findRequest': 'request get',
  'Timeline.findRequestCounts': 'request count',
  'Timeline.findTimeline': 'timeline list',
  'Timeline.requests': 'request list',
  'Timeline.stream': 'tail',
};

/** Arguments that are not in the path: parameters, and the imported file. */
/** @type {Readonly<Record<string, Argument>>} */
const ARGUMENTS = {
  'Clock.advance': { name: 'by', in: 'body', isOptional: true },
  'Import.import': { name: 'file', in: 'file', isOptional: false },
  'Sandboxes.create': { name: 'name', in: 'body', isOptional: true },
  'Snapshots.create': { name: 'name', in: 'body', isOptional: true },
};

/** The words of a command: `clock advance`, `api charges create`. @param {Call} call */
export function wordsOf({ id, path }) {
  const [controller = '', method = ''] = id.split('.');
  if (isEmulated(path)) return ['api', kebab(controller), kebab(method)];
  return NAMES[id]?.split(' ') ?? [GROUPS[controller] ?? kebab(controller), VERBS[method] ?? kebab(method)];
}

/**
 * The arguments of a command. The sandbox is an argument if the call is about it, and otherwise an option.
 * @param {Call} call
 * @returns {Argument[]}
 */
export function argumentsOf({ id, path }) {
  const isAboutSandbox = id.startsWith('Sandboxes.');
  const inPath = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => ({ name, in: /** @type {const} */ ('path'), isOptional: name === 'name' }))
    .filter(({ name }) => name !== 'mode' && (name !== 'name' || isAboutSandbox));
  const other = isEmulated(path) ? undefined : ARGUMENTS[id];
  return [...inPath, ...(other ? [other] : [])];
}

/**
 * A command as one writes it: `tollgate exam answer <id>`.
 * @param {{ words: readonly string[], arguments: readonly Pick<Argument, 'name' | 'isOptional'>[] }} command
 */
export function commandLine({ words, arguments: names }) {
  const written = names.map(({ name, isOptional }) => (isOptional ? `[${name}]` : `<${name}>`));
  return ['tollgate', ...words, ...written].join(' ');
}

/** @param {string} path */
function isEmulated(path) {
  return path.includes('/api/{mode}/');
}

/** `markAsPaid` is `mark-as-paid`. @param {string} name */
function kebab(name) {
  return name.replaceAll(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase();
}
