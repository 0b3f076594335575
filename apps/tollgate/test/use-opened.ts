interface Closable {
  close(): Promise<void>;
}

/**
 * What `open` answers, for the specs of the file or block that calls this: opened before them, closed after them. To ask it for anything
 * before that is an error.
 */
export function useOpened<T extends Closable>(open: () => Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    const closing = opened;
    // The modules of a spec file are kept as long as its worker lives, and all that they hold.
    opened = undefined;
    await closing?.close();
  });
  const whenOpened: ProxyHandler<T> = {
    get: (_, name): unknown => {
      if (!opened) throw new Error(`It is open from before the first spec until after the last, and not now: there is no ${String(name)}`);
      return Reflect.get(opened, name);
    },
  };
  return new Proxy({} as T, whenOpened);
}
