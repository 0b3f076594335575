/** Why a process does not start, where its user can mend it. The message is one line; the process ends with it, without a stack. */
export class StartRefusal extends Error {
  override readonly name: string = 'StartRefusal';
}
