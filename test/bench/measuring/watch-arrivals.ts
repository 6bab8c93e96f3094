import type { SignedChange } from '../stage/sign-changes.ts'
import type { Statements } from '../stage/start-bench-postgres.ts'

export type ArrivalWatch = {
  /** Watches for a change from now on; for one change of a signal at a time. */
  expect: (change: SignedChange) => void
  /** Reads the warehouse. Returns how many changes have not arrived yet. */
  look: () => Promise<number>
  /** When each change was first seen, by its signal's id. */
  seenAtMs: ReadonlyMap<string, number>
}

/**
 * Watches changes of signals arrive in a schema of a PostgreSQL warehouse. Reads rows only after a batch was committed,
 * and by key, so watching hardly affects the measurement.
 */
export function watchArrivals({ query }: Statements, place: { schema: string; orgId: string }): ArrivalWatch {
  const expected = new Map<string, SignedChange>()
  const seenAtMs = new Map<string, number>()
  let lastPosition: unknown

  const readPosition = async (): Promise<unknown> => {
    const [cursor] = await query(
      `select position from ${place.schema}._signalpost_cursors where org_id = $1 and table_name = 'signals'`,
      [place.orgId],
    )
    return cursor?.position
  }
  const recordArrivals = async (): Promise<void> => {
    const rows = await query(
      `select id, assigned_to_user_id from ${place.schema}.signals where org_id = $1 and id = any($2)`,
      [place.orgId, [...expected.keys()]],
    )
    const atMs = performance.now()
    for (const { id, assigned_to_user_id: assignee } of rows) {
      const signalId = String(id)
      if ((expected.get(signalId)?.assignee ?? null) !== assignee) continue
      expected.delete(signalId)
      seenAtMs.set(signalId, atMs)
    }
  }
  return {
    expect: (change) => void expected.set(change.signalId, change),
    look: async () => {
      const position = await readPosition()
      if (position !== lastPosition) await recordArrivals()
      lastPosition = position
      return expected.size
    },
    seenAtMs,
  }
}
