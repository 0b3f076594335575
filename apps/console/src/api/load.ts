/** Time between two questions whether Tollgate answers again. */
const POLL_MS = 1_000;
/** So long after an answer, files are requested without a question before. */
const FRESH_MS = 5_000;
/** The build that a missing file has reloaded. */
const RELOADED = 'tollgate-reloaded';

/** A file of the console that is missing, though Tollgate answers and the page was reloaded. */
export class MissingFile extends Error {}

/** Loads the remaining pages in advance. A failed page is loaded again when it is opened. */
const prefetches = new Set<() => Promise<void>>();
const listeners = new Set<() => void>();
let answeredAt = performance.now();
let outage: Promise<void> | undefined;

/**
 * Returns a function that imports a part of the console once. While Tollgate doesn't answer it waits: browsers
 * remember that an import has failed until the page is reloaded.
 */
export function loading<Module>(read: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  prefetches.add(async () => {
    await answered();
    await read().then(
      (module) => {
        loaded = Promise.resolve(module);
      },
      () => undefined,
    );
  });
  return () =>
    (loaded ??= reached(read).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

/** Loads all other parts, one at a time, while the browser is idle and nothing else is being requested. */
export async function prefetchAll(isBusy: () => boolean): Promise<void> {
  // Parts of parts join the set while it is read.
  for (const prefetch of prefetches) {
    do await idle();
    while (isBusy());
    await prefetch();
  }
}

/** Called when a request got no answer: the next part asks for one first. */
export function noteSilence(): void {
  answeredAt = -FRESH_MS;
}

/** Calls `listener` when {@link isOutage} changes. */
export function onOutage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while a part waits because Tollgate doesn't answer. */
export function isOutage(): boolean {
  return outage !== undefined;
}

async function reached<Module>(read: () => Promise<Module>): Promise<Module> {
  await answered();
  try {
    return await read();
  } catch (error) {
    noteSilence();
    await answered();
    return reload(error);
  }
}

/** A new version has other files: its page is loaded, once for each build, so that a missing file cannot repeat it. */
function reload(cause: unknown): Promise<never> {
  const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  if (sessionStorage.getItem(RELOADED) === build)
    throw new MissingFile('A file of the console is missing.', { cause });
  sessionStorage.setItem(RELOADED, build);
  location.reload();
  return new Promise(() => undefined);
}

async function answered(): Promise<void> {
  if (performance.now() - answeredAt < FRESH_MS || (await isAnswering())) return;
  outage ??= untilAnswering();
  await outage;
}

async function untilAnswering(): Promise<void> {
  // Set before the listeners read it.
  await Promise.resolve();
  tellListeners();
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  while (!(await isAnswering()));
  outage = undefined;
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** An answer of a proxy in front of Tollgate is not one. */
async function isAnswering(): Promise<boolean> {
  const isOk = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isOk) answeredAt = performance.now();
  return isOk;
}

/** Safari has no `requestIdleCallback`. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, POLL_MS);
  });
}
