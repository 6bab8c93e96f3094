/** A row that a warehouse does not take. Its message has nothing of the row, unlike the warehouse's own. */
export class RefusedRowError extends Error {
  override readonly name = 'RefusedRowError'
}
