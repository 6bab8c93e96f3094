/** A process cannot start, for a reason that its message tells a person in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
