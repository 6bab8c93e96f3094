/** The command was called wrongly; its message is the one line that says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
