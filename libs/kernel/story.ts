/** An entry of a timeline, as far as its place in a story depends on it. Bundles of older releases have no trigger. */
export interface StoryEntry {
  readonly kind: string;
  readonly id: string;
  readonly trigger?: string | null;
  readonly at: string;
  readonly machine_at: string;
  readonly details: object;
}

/** An entry with what it set off, oldest first. */
export interface StoryNode<Entry> {
  readonly id: string;
  readonly kind: string;
  /** `undefined`: the timeline does not have the entry, but only what it set off. */
  readonly entry: Entry | undefined;
  /** The request by which a customer's action on a page arrived; its effects are those of the action. */
  readonly request: Entry | undefined;
  readonly children: readonly StoryNode<Entry>[];
  /** In the sandbox's time, in milliseconds. Not after anything that it set off. */
  readonly at: number;
  /** The same in the machine's time. */
  readonly machineAt: number;
}

/** Kinds of entries, by the prefixes of ids. */
const KINDS: Readonly<Record<string, string>> = {
  act: 'act',
  clkm: 'clock',
  evnt: 'event',
  fire: 'fault',
  req: 'request',
};
/** Stories are less deep; a file that somebody wrote may be deeper. */
const MAX_DEPTH = 20;

interface Draft<Entry> {
  readonly id: string;
  readonly entry: Entry | undefined;
  request: Entry | undefined;
  parent: Draft<Entry> | undefined;
  readonly children: Draft<Entry>[];
}

/**
 * The trees of entries and what they set off, oldest first. An attempt to send a webhook is below its event,
 * unless something else set it off: a person, a fault or a clock.
 */
export function storyOf<Entry extends StoryEntry>(entries: readonly Entry[]): StoryNode<Entry>[] {
  const drafts = new Map(entries.map((entry) => [entry.id, draftOf(entry.id, entry)]));
  const pageOf = new Map<string, string>();
  for (const { kind, id, trigger } of entries) {
    const page = drafts.get(id);
    if (kind !== 'page' || !page || !trigger || pageOf.has(trigger)) continue;
    pageOf.set(trigger, id);
    page.request = drafts.get(trigger)?.entry;
    drafts.delete(trigger);
  }
  for (const entry of entries) {
    const draft = drafts.get(entry.id);
    const cause = causeOf(entry, drafts);
    const parentId = cause && (pageOf.get(cause) ?? cause);
    if (!draft || parentId === undefined || parentId === entry.id) continue;
    const parent = drafts.get(parentId) ?? draftOf<Entry>(parentId, undefined);
    drafts.set(parentId, parent);
    if (!ancestorsOf(parent).includes(draft)) draft.parent = parent;
  }
  for (const draft of drafts.values()) {
    if (ancestorsOf(draft).length > MAX_DEPTH) draft.parent = undefined;
    draft.parent?.children.push(draft);
  }
  return inOrder([...drafts.values()].filter(({ parent }) => parent === undefined).map(nodeOf));
}

/**
 * The nodes of trees in the order of the sandbox's time, each with its depth in its tree. Of the same time, a
 * node is before what it set off, and that before the next tree.
 */
export function inTime<Entry>(
  roots: readonly StoryNode<Entry>[],
): { readonly node: StoryNode<Entry>; readonly depth: number }[] {
  const found: { readonly node: StoryNode<Entry>; readonly depth: number }[] = [];
  const add = (node: StoryNode<Entry>, depth: number): void => {
    found.push({ node, depth });
    for (const child of node.children) add(child, depth + 1);
  };
  for (const root of roots) add(root, 0);
  return found.toSorted((one, other) => one.node.at - other.node.at);
}

/** When an entry began, in the sandbox's time: a clock move before what it reaches. */
export function startOf({ kind, at, details }: StoryEntry): string {
  const { from } = details as { readonly from?: unknown };
  return kind === 'clock' && typeof from === 'string' ? from : at;
}

function causeOf<Entry extends StoryEntry>(
  { kind, trigger, details }: Entry,
  drafts: ReadonlyMap<string, Draft<Entry>>,
): string | undefined {
  const { event } = details as { readonly event?: unknown };
  if (kind !== 'attempt' || typeof event !== 'string') return trigger ?? undefined;
  return trigger && trigger !== drafts.get(event)?.entry?.trigger ? trigger : event;
}

function draftOf<Entry>(id: string, entry: Entry | undefined): Draft<Entry> {
  return { id, entry, request: undefined, parent: undefined, children: [] };
}

/** The draft itself, its parent, and so on. */
function ancestorsOf<Entry>(draft: Draft<Entry>): Draft<Entry>[] {
  const found = [draft];
  for (let { parent } = draft; parent; { parent } = parent) found.push(parent);
  return found;
}

function nodeOf<Entry extends StoryEntry>({
  id,
  entry,
  request,
  children: drafts,
}: Draft<Entry>): StoryNode<Entry> {
  const children = inOrder(drafts.map(nodeOf));
  const own = [entry, request].filter((one) => one !== undefined);
  return {
    id,
    kind: entry?.kind ?? KINDS[id.split('_', 1)[0] ?? ''] ?? 'entry',
    entry,
    request,
    children,
    at: Math.min(...own.map((one) => Date.parse(startOf(one))), ...children.map(({ at }) => at)),
    machineAt: Math.min(
      ...own.map(({ machine_at: at }) => Date.parse(at)),
      ...children.map(({ machineAt }) => machineAt),
    ),
  };
}

function inOrder<Entry>(nodes: readonly StoryNode<Entry>[]): StoryNode<Entry>[] {
  return nodes.toSorted((one, other) => one.at - other.at || one.machineAt - other.machineAt);
}
