/** Bad usage of a command. The message is one line that says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
