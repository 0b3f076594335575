/** A helper's message: its reply, or its error. */
export type Answer<Reply> = { readonly reply: Reply } | { readonly problem: string };

/** Makes this process a helper (helper.ts): it answers every question, and ends with its parent. */
export function answer<Question, Reply>(reply: (question: Question) => Promise<Reply>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', ({ question }: { question: Question }) => {
    const say = (message: Answer<Reply>): void => void process.send?.(message);
    reply(question).then(
      (given) => say({ reply: given }),
      (error: unknown) => say({ problem: (error as Error).stack ?? String(error) }),
    );
  });
}
