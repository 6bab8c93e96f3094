/** A warehouse refused a row. The message, unlike the warehouse's own, contains nothing of the row. */
export class RefusedRowError extends Error {
  override readonly name = 'RefusedRowError'
}
