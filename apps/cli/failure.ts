/** Exit codes, as in docs/cli.md. */
export const EXIT = {
  done: 0,
  /** Tollgate rejected the request, or it failed. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  /** Wrong or missing token or key. */
  forbidden: 4,
  /** A wait timed out, or a check failed. */
  unfinished: 5,
  /** `exec` failed before or after the command. */
  exec: 125,
  /** `exec` could not run the command. */
  notRun: 126,
  /** `exec` did not find the command. */
  notFound: 127,
  /** `exec`: a signal ended the command; its number is added. */
  signal: 128,
} as const;

/** An error that the user can fix: one line, and an exit code. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT.refused,
  ) {
    super(message);
  }
}

/** Why a request got no response, such as `ECONNREFUSED`. */
export function reasonOf({ message, cause }: Error): string {
  const { code, message: why } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? why ?? message;
}
