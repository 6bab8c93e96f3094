import fc from 'fast-check'
import { deletedRow, fullRow } from './sample-rows.ts'
import type { SampleRow } from './write-batch-file.ts'

/** The same version of a key always has the same content; every third version is a deletion. */
const randomRow = fc
  .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.bigInt({ min: 1n, max: 20n }))
  .map(([key, version]): SampleRow => {
    return version % 3n === 0n ? deletedRow(key, version) : fullRow(key, version, `${key} at ${version}`)
  })

/** Batches of a few keys in few versions, so they often collide; some come several times. */
export const randomBatches = fc
  .array(fc.record({ rows: fc.array(randomRow, { maxLength: 12 }), rewritesEqual: fc.boolean() }), {
    minLength: 2,
    maxLength: 6,
  })
  .chain((batches) => fc.shuffledSubarray([...batches, ...batches], { minLength: batches.length }))
