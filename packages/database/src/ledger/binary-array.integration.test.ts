import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { expect } from 'vitest'
import { doubleArray, integerArray, textArray } from './binary-array.ts'

// PostgreSQL stores no NUL, and UTF-8 has no lone surrogates.
const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '').toWellFormed())
const arrays = fc.record({
  texts: fc.array(fc.option(text)),
  integers: fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  doubles: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })),
})

test('arrays arrive as they were', async ({ pool }) => {
  await fc.assert(
    fc.asyncProperty(arrays, async ({ texts, integers, doubles }) => {
      const { rows } = await pool.query(
        'select $1::text[] as t, $2::integer[] as i, $3::double precision[] as d',
        [textArray(texts), integerArray(integers), doubleArray(doubles)],
      )
      expect(rows).toEqual([{ t: texts, i: integers, d: doubles }])
    }),
    { numRuns: 200 },
  )
})

test('refuses an integer of more than 32 bits', () => {
  expect(() => integerArray([2 ** 31])).toThrow(RangeError)
})
