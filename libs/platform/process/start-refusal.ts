/** A start-up error that the user can fix. The process prints its message, one line, without a stack. */
export class StartRefusal extends Error {
  override readonly name: string = 'StartRefusal';
}
