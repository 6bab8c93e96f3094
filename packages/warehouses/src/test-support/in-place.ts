import { expectRows } from './expected-state.ts'
import { openSession, type Session } from './open-session.ts'
import { things } from './sample-tables.ts'
import type { Place, Rig } from './warehouse-rig.ts'
import type { SampleRow } from './write-batch-file.ts'

/** Creates test functions that run in a place of their own, with an open target. */
export function inPlaceOf(rig: Rig) {
  return (run: (context: { place: Place; session: Session }) => Promise<void>) => async () => {
    const place = await rig.createPlace()
    await using session = await openSession(rig, place)
    await run({ place, session })
  }
}

/** Expects exactly these rows in `things`. */
export function expectThingsOf(rig: Rig) {
  return (place: Place, rows: readonly SampleRow[], options?: { orgId: string }) =>
    expectRows({ rig, place }, things, rows, options)
}
