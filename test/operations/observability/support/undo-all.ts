/** Undoes everything, the last first, also where one of them fails; throws the failures afterwards. */
export async function undoAll(undos: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const undo of undos.toReversed()) await undo().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything was undone.')
}
