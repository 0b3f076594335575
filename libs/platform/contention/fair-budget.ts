/**
 * An amount that owners share, such as bytes of memory, of which one owner holds at most `mostOfOne`. Callers
 * never wait for it, because two of them could wait for each other's part.
 */
export class FairBudget {
  private taken = 0;
  private readonly owners = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /**
   * Runs `work`, which takes amounts for `owner`, and then frees them. Taking more than is left throws what
   * `onFull` throws, and frees what was taken before.
   */
  async run<T>(
    owner: string,
    work: (take: (amount: number) => void) => Promise<T>,
    onFull: () => never,
  ): Promise<T> {
    let held = 0;
    const add = (amount: number): void => {
      held += amount;
      this.taken += amount;
      const own = (this.owners.get(owner) ?? 0) + amount;
      if (own === 0) this.owners.delete(owner);
      else this.owners.set(owner, own);
    };
    try {
      return await work((amount) => {
        add(amount);
        if (this.taken <= this.most && (this.owners.get(owner) ?? 0) <= this.mostOfOne) return;
        add(-held);
        onFull();
      });
    } finally {
      add(-held);
    }
  }
}
