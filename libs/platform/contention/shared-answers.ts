interface Asked<Answer> {
  readonly current: Promise<Answer>;
  next?: Promise<Answer>;
}

/**
 * Works out the same answer once for all who ask for it while it is being worked out. Nobody gets an answer that was begun before they asked,
 * so each sees what they have just changed: who comes while one is under way shares the next.
 */
export class SharedAnswers<Answer> {
  private readonly asked = new Map<string, Asked<Answer>>();

  /** `work` answers the same for the same `question`, but for what happens meanwhile. */
  to(question: string, work: () => Promise<Answer>): Promise<Answer> {
    const asked = this.asked.get(question);
    if (!asked) return this.begin(question, work);
    const begin = (): Promise<Answer> => this.begin(question, work);
    asked.next ??= asked.current.then(begin, begin);
    return asked.next;
  }

  private begin(question: string, work: () => Promise<Answer>): Promise<Answer> {
    const current = work();
    const asked: Asked<Answer> = { current };
    this.asked.set(question, asked);
    const forget = (): void => void (asked.next === undefined && this.asked.delete(question));
    current.then(forget, forget);
    return current;
  }
}
