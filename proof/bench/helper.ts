import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { endWithProgram } from '../rig/at-exit.js';
import { end } from '../rig/child.js';
import type { Answer } from './answering.js';

/**
 * A process of the benchmark's own, `dist/proof/bench/<program>.js`, that answers one question at a time
 * (answering.ts).
 */
export class Helper<Question, Reply> {
  private constructor(
    private readonly program: string,
    private readonly child: ChildProcess,
  ) {}

  static open<Question, Reply>(program: string): Helper<Question, Reply> {
    const file = resolve('dist', 'proof', 'bench', `${program}.js`);
    const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    endWithProgram(child);
    return new Helper(program, child);
  }

  async ask(question: Question): Promise<Reply> {
    const answered = new AbortController();
    try {
      const { signal } = answered;
      const reply = once(this.child, 'message', { signal }) as Promise<[Answer<Reply>]>;
      const end = once(this.child, 'exit', { signal }).then(() => {
        throw new Error(`The process ${this.program} ended`);
      });
      this.child.send({ question });
      const [answer] = await Promise.race([reply, end]);
      if ('problem' in answer) throw new Error(`${this.program}: ${answer.problem}`);
      return answer.reply;
    } finally {
      answered.abort();
    }
  }

  end(): Promise<void> {
    return end(this.child);
  }
}
