/** Pseudorandom numbers (mulberry32): a seed gives the same numbers on every machine. */
export class Random {
  constructor(private state: number) {}

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both bounds included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.integer(0, list.length - 1)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  }

  /** One of `choices`, by weight. */
  weighted<T>(choices: readonly { readonly weight: number; readonly value: T }[]): T {
    let rest = this.next() * choices.reduce((total, { weight }) => total + weight, 0);
    const chosen = choices.find(({ weight }) => (rest -= weight) < 0) ?? choices.at(-1);
    if (!chosen) throw new Error('There is nothing to choose from');
    return chosen.value;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const order = list.map((value) => ({ value, place: this.next() }));
    return order.sort((a, b) => a.place - b.place).map(({ value }) => value);
  }

  /** A separate sequence for a concurrent client, so that results do not depend on timing. */
  fork(): Random {
    return new Random(this.integer(0, 2 ** 31));
  }
}
