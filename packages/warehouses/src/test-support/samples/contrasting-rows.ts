import fc from 'fast-check'
import { edgeValues } from './edge-values.ts'
import { bareRow, deletedRow } from './sample-rows.ts'
import { things } from './sample-tables.ts'
import type { SampleRow } from './write-batch-file.ts'

const randomRows = 150

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((one) => !one.includes('\u0000'))
const moment = fc
  .date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 4 })
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    ...[text, fc.integer(), fc.boolean(), fc.constant(null)],
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

const values = fc.record({
  title: orNull(text),
  stage: orNull(text),
  amount: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  score: orNull(
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), fc.integer()),
  ),
  is_open: orNull(fc.boolean()),
  happened_at: orNull(moment),
  themes: orNull(fc.array(text, { maxLength: 4 })),
  profile: orNull(json),
})

/** Returns rows of `things` with values that are hard to distinguish, or to write the same way in two engines. */
export function contrastingRows(): SampleRow[] {
  const random = fc.sample(values, { numRuns: randomRows, seed: 20_261_120 })
  return [
    bareRow('bare', 1n),
    bareRow('bare again', 2n ** 62n),
    deletedRow('deleted', 3n),
    ...edgeRows(),
    ...random.map(
      (one, index): SampleRow => ({ key: `random-${index}`, version: BigInt(index), values: one }),
    ),
  ]
}

/** Returns a row for each edge of each type. */
export function edgeRows(): SampleRow[] {
  return things.columns
    .filter(({ name }) => name !== 'org_id' && name !== things.key)
    .flatMap(({ name, type }) =>
      edgeValues[type].map((value, index) => {
        return { key: `${name}-${index}`, version: 7n, values: { [name]: value } }
      }),
    )
}
