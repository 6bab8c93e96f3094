import { openSession, type Session } from '../open-session.ts'
import { expectRows } from '../samples/expected-state.ts'
import { things } from '../samples/sample-tables.ts'
import type { SampleRow } from '../samples/write-batch-file.ts'
import type { Place, Rig } from '../warehouse-rig.ts'

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
