import { API_VERSIONS, isOlder, NEWEST_VERSION, type ApiVersion } from '#kernel/api-versions/versions.js';
import { ANY, isApiObject, type ApiObject, type Difference } from './difference.js';

export type OlderVersion = Exclude<ApiVersion, typeof NEWEST_VERSION>;

/** The differences of each version from the next. A field without an entry is in every version. */
export type Differences = Readonly<Record<OlderVersion, readonly Difference[]>>;

/** Converts one kind of object to the previous version. */
interface Step {
  readonly byLater: ReadonlyMap<string, Difference>;
  readonly byEarlier: ReadonlyMap<string, Difference>;
  /** Differences of the fields that only the earlier version has. */
  readonly former: readonly Difference[];
}

/**
 * The steps of one version by kind of object; those of {@link ANY} are for kinds without differences of their
 * own.
 */
type Steps = ReadonlyMap<string, Step>;

/** Renders objects in older API versions. */
export class VersionRenderer {
  private readonly steps: Readonly<Record<OlderVersion, readonly Steps[]>>;

  constructor(differences: Differences) {
    this.steps = {
      '2017-11-02': stepsTo('2017-11-02', differences),
      '2015-11-17': stepsTo('2015-11-17', differences),
      '2014-07-27': stepsTo('2014-07-27', differences),
    };
  }

  /**
   * Renders an object or a list, with its embedded objects, in an API version. Views have the newest version
   * and are returned unchanged for it. A stored event is returned unchanged: it was rendered when it happened
   * (docs/fidelity.md V6, V10).
   */
  render<T>(body: T, version: ApiVersion): T {
    return version === NEWEST_VERSION ? body : (renderValue(body, this.steps[version], false) as T);
  }

  /** A new event with its data, as stored for an account of `version`. */
  renderEvent(event: { readonly object: string; readonly data: unknown }, version: ApiVersion): object {
    if (version === NEWEST_VERSION) return event;
    return downgraded({ ...event, data: this.render(event.data, version) }, this.steps[version]);
  }
}

function renderValue(value: unknown, steps: readonly Steps[], isEmbedded: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => renderValue(item, steps, isEmbedded));
  if (!isApiObject(value) || value.object === 'event') return value;
  if (value['deleted'] === true && !isEmbedded && value.object !== 'schedule') return deletedView(value);
  // Metadata is the merchant's: it may look like an object of ours.
  const fields = Object.entries(downgraded(value, steps)).map(([field, child]) => [
    field,
    field === 'metadata' ? child : renderValue(child, steps, true),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/**
 * Before 2019-05-29 the answer to a deletion has four fields, unless a schedule was deleted (docs/fidelity.md
 * V12).
 */
function deletedView({ object, id, livemode, deleted }: ApiObject): ApiObject {
  return { object, id, livemode, deleted };
}

function downgraded(view: ApiObject, steps: readonly Steps[]): ApiObject {
  return steps.reduce((later, byKind) => {
    const step = byKind.get(later.object) ?? byKind.get(ANY);
    return step ? earlierView(later, step) : later;
  }, view);
}

/**
 * The object of the earlier version: a renamed field keeps its place, fields that only the earlier version
 * has come last.
 */
function earlierView(view: ApiObject, { byLater, byEarlier, former }: Step): ApiObject {
  const kept = Object.entries(view).flatMap(([field, value]) => {
    const difference = byLater.get(field);
    if (difference) return earlierField(difference, value, view);
    const replacing = byEarlier.get(field)?.later ?? null;
    return replacing !== null && replacing in view ? [] : [[field, value] as const];
  });
  const added = former.flatMap((difference) => earlierField(difference, undefined, view));
  return Object.fromEntries([...kept, ...added]) as unknown as ApiObject;
}

function earlierField(
  { earlier, value: form }: Difference,
  value: unknown,
  view: ApiObject,
): [string, unknown][] {
  const older = form ? form(value, view) : value;
  return earlier === null || older === undefined ? [] : [[earlier, older]];
}

/** The steps from the newest version to this one. */
function stepsTo(version: OlderVersion, differences: Differences): Steps[] {
  const passed = API_VERSIONS.filter(
    (other): other is OlderVersion => other !== NEWEST_VERSION && !isOlder(other, version),
  );
  return passed.reverse().map((other) => stepsOf(differences[other]));
}

function stepsOf(differences: readonly Difference[]): Steps {
  const kinds = [...new Set(differences.map(({ object }) => object))];
  // Of two differences of one field, the last one holds: the kind's own.
  const fitting = (kind: string): Difference[] =>
    [ANY, kind].flatMap((object) => differences.filter((other) => other.object === object));
  return new Map(kinds.map((kind) => [kind, stepOf(fitting(kind))]));
}

function stepOf(differences: readonly Difference[]): Step {
  const byLater = new Map(
    differences.flatMap((difference) => (difference.later === null ? [] : [[difference.later, difference]])),
  );
  const byEarlier = new Map(
    [...byLater.values()].flatMap((difference) =>
      difference.earlier === null ? [] : [[difference.earlier, difference]],
    ),
  );
  return { byLater, byEarlier, former: differences.filter(({ later }) => later === null) };
}
