import fc from 'fast-check'
import { test } from 'vitest'
import { openSession } from '../open-session.ts'
import type { StartedRig } from '../start-rigs.ts'
import { expectRows, latestOf } from './expected-state.ts'
import { randomBatches } from './random-batches.ts'
import { things } from './sample-tables.ts'

/** Expects that any batches, in any order and with repetitions, end in the greatest version of each key. */
export function testRandomBatches(rig: StartedRig, { numRuns }: { numRuns: number }): void {
  test('ends in the same state whatever comes, in any order and however often', async () => {
    const place = await rig.createPlace()
    await using session = await openSession(rig, place)
    let runs = 0
    await fc.assert(
      fc.asyncProperty(randomBatches, async (batches) => {
        runs += 1
        const table = { ...things, name: `things_${runs}` }
        await session.target.prepare(table)
        for (const [index, { rows, rewritesEqual }] of batches.entries()) {
          const from = BigInt(index)
          await session.write(rows, { table, rewritesEqual, from, to: from + 1n })
        }
        await expectRows({ rig, place }, table, latestOf(batches.flatMap(({ rows }) => rows)))
      }),
      { numRuns },
    )
  })
}
