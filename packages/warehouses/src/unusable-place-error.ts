/** A person must fix something about a warehouse; the message says how. */
export class UnusablePlaceError extends Error {
  override readonly name = 'UnusablePlaceError'
}
