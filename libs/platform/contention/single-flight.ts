interface Flight<Result> {
  readonly current: Promise<Result>;
  next?: Promise<Result>;
}

/**
 * Does the same work once for all who ask for it while it is under way. Nobody gets a result that was begun before they asked, so each sees
 * what they have just changed: who comes while one is under way shares the next.
 */
export class SingleFlight<Result> {
  private readonly flights = new Map<string, Flight<Result>>();

  /** `work` comes to the same for the same `key`, but for what happens meanwhile. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const flight = this.flights.get(key);
    if (!flight) return this.begin(key, work);
    const begin = (): Promise<Result> => this.begin(key, work);
    flight.next ??= flight.current.then(begin, begin);
    return flight.next;
  }

  private begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const current = work();
    const flight: Flight<Result> = { current };
    this.flights.set(key, flight);
    const forget = (): void => void (flight.next === undefined && this.flights.delete(key));
    current.then(forget, forget);
    return current;
  }
}
