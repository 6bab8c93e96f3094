import fc from 'fast-check'
import { test } from 'vitest'
import { openSession } from '../open-session.ts'
import type { StartedRig } from '../start-rigs.ts'
import { expectRows, latestOf } from './expected-state.ts'
import { deletedRow, fullRow } from './sample-rows.ts'
import { things } from './sample-tables.ts'
import type { SampleRow } from './write-batch-file.ts'

/** The same version of a key always has the same content; every third version is a deletion. */
const randomRow = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.bigInt({ min: 1n, max: 20n }))
  .map(([key, version]): SampleRow => {
    return version % 3n === 0n ? deletedRow(key, version) : fullRow(key, version, `${key} at ${version}`)
  })

/** Batches of a few keys in few versions, so they often collide; some come several times. */
const randomBatches = fc
  .array(fc.record({ rows: fc.array(randomRow, { maxLength: 12 }), rewritesEqual: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  })
  .chain((batches) => fc.shuffledSubarray([...batches, ...batches], { minLength: batches.length }))

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
