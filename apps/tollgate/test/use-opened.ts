interface Closable {
  close(): Promise<void>;
}

/**
 * Opens before the specs of the calling file or block, and closes after them. Throws if the result is used
 * earlier.
 */
export function useOpened<T extends Closable>(open: () => Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    const closing = opened;
    // Jest keeps a spec file's modules until its worker ends, with everything they reference.
    opened = undefined;
    await closing?.close();
  });
  const whenOpened: ProxyHandler<T> = {
    get: (_, name): unknown => {
      if (!opened)
        throw new Error(
          `It is open from before the first spec until after the last, and not now: there is no ${String(name)}`,
        );
      return Reflect.get(opened, name);
    },
  };
  return new Proxy({} as T, whenOpened);
}
