interface Flight<Result> {
  readonly current: Promise<Result>;
  next?: Promise<Result>;
}

/**
 * Shares one run of the same work among concurrent callers. A caller never gets the result of a run that
 * began before it asked, so it sees its own writes: callers that come during a run share the next one.
 */
export class SingleFlight<Result> {
  private readonly flights = new Map<string, Flight<Result>>();

  /** `work` must give the same result for the same `key`, apart from changes in between. */
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
