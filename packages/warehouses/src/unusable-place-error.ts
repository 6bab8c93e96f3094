/** What is in a warehouse's way and a person must put right; the message says how. */
export class UnusablePlaceError extends Error {
  override readonly name = 'UnusablePlaceError'
}
