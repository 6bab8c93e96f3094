/** A process cannot start. The message gives a person the reason in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
