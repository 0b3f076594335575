/** How a command ends. docs/cli.md has the same table. */
export const EXIT = {
  done: 0,
  /** Tollgate refused it, or something went wrong. */
  refused: 1,
  /** It was not said as it must be. */
  usage: 2,
  /** No Tollgate answers. */
  unreachable: 3,
  /** It wants another token or key. */
  forbidden: 4,
  /** It was waited for, and did not come; something is not done, or not well. */
  unfinished: 5,
  /** `exec` could not do its own part. */
  exec: 125,
  /** `exec` could not run the command. */
  notRun: 126,
  /** `exec` did not find the command. */
  notFound: 127,
  /** `exec`: a signal ended the command; its number is added. */
  signal: 128,
} as const;

/** What the user can mend, in one line, and the exit code that says of which kind it is. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT.refused,
  ) {
    super(message);
  }
}

/** Why there was no answer, as short as it can be said: `ECONNREFUSED`. */
export function reasonOf({ message, cause }: Error): string {
  const { code, message: why } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? why ?? message;
}
