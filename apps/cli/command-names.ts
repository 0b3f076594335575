import type { Operation } from './operation.js';

/** Groups whose name differs from their controller's. */
const GROUPS: Readonly<Record<string, string>> = {
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
const VERBS: Readonly<Record<string, string>> = { find: 'get', remove: 'rm', removeAll: 'rm-all' };

/** The group of the calls of the emulated API. */
export const EMULATED = 'api';

/** Short names of frequent calls. */
const NAMES: Readonly<Record<string, string>> = {
  'Bundles.replay': 'webhook replay',
  'Deliveries.deliver': 'event deliver',
  'Deliveries.findCounts': 'delivery count',
  'Deliveries.hold': 'webhook hold',
  'Deliveries.redeliverMany': 'delivery redeliver-all',
  'Deliveries.release': 'webhook release',
  'Deliveries.sendTest': 'webhook test',
  'Faults.create': 'fault set',
  'Import.import': 'snapshot import',
  'KeylessRequests.list': 'request list-keyless',
  'Objects.findChargeCounts': 'object count-charges',
  'Objects.findCounts': 'object count',
  'Objects.findMoney': 'money',
  'Sandboxes.findStatus': 'status',
  'Snapshots.create': 'snapshot save',
  'Timeline.events': 'event list',
  'Timeline.findFigures': 'figures',
  'Timeline.findIdle': 'idle',
  'Timeline.findRequest': 'request get',
  'Timeline.findTimeline': 'timeline list',
  'Timeline.requests': 'request list',
};

/** Commands and groups for programs, such as the console. `reference` lists them, `--help` does not. */
export const UNLISTED: readonly string[] = ['figures', 'money', 'session'];

/** Parameters that are arguments instead of options. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Clock.advance': 'by',
  'Sandboxes.create': 'name',
  'Snapshots.create': 'name',
};

const DESTRUCTIVE = new Set([
  'Sandboxes.remove',
  'Sandboxes.reset',
  'Snapshots.restore',
  'Snapshots.remove',
  'Import.import',
]);

/** The words of a command: `clock advance`, `api charges create`. */
export function wordsOf({ id, path }: Pick<Operation, 'id' | 'path'>): string[] {
  const [controller = '', method = ''] = id.split('.');
  if (isEmulated(path)) return [EMULATED, kebab(controller), kebab(method)];
  return NAMES[id]?.split(' ') ?? [GROUPS[controller] ?? kebab(controller), VERBS[method] ?? kebab(method)];
}

export function isEmulated(path: string): boolean {
  return path.includes('/api/{mode}/');
}

/** The body parameter that is an argument. */
export function argumentOf({ id, path }: Operation): string | undefined {
  return isEmulated(path) ? undefined : ARGUMENTS[id];
}

/** True if the sandbox is the object of the call, and therefore an argument. */
export function isAboutSandbox({ id, path }: Operation): boolean {
  return /^Sandboxes\./.test(id) && path.includes('{name}');
}

export function isDestructive({ id, path }: Operation): boolean {
  return !isEmulated(path) && DESTRUCTIVE.has(id);
}

/** `markAsPaid` is `mark-as-paid`, `webhook_uri` is `webhook-uri`. */
export function kebab(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])([A-Z])/g, '-$1')
    .replaceAll('_', '-')
    .toLowerCase();
}
