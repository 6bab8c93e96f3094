import type { WarehouseColumnType } from '@signalpost/domain'
import { oddTexts } from './sample-rows.ts'

const depth = 100
const deep = (wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'deepest'
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

/**
 * The first and last values of each type, and those at which engines change their mind. JSON in PostgreSQL has no
 * negative zero, so no batch has one.
 */
export const edgeValues = {
  text: oddTexts,
  enum: ['', 'a', 'ü', 'x'.repeat(100)],
  integer: [
    0n,
    -1n,
    2n ** 31n,
    -(2n ** 31n) - 1n,
    2n ** 53n - 1n,
    2n ** 53n + 1n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ],
  float: [
    ...[0, 0.5, -0.1, 1e-3, -2.75, 0.1 + 0.2, 1 / 3, 1e9 + 0.1],
    ...[2 ** 53, Number.MAX_SAFE_INTEGER, -(2 ** 62), 2 ** 63, 1e20, -1e20, -1e21, 1e300],
    ...[Number.MAX_VALUE, -Number.MAX_VALUE, 2.2250738585072014e-308, 5e-324],
  ],
  boolean: [true, false],
  instant: [
    '0000-01-01T00:00:00.000Z',
    '0000-02-29T12:34:56.789Z',
    '0000-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '1582-10-10T12:00:00.000Z',
    '1677-09-21T00:12:43.144Z',
    '1899-12-31T23:59:59.999Z',
    '1900-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2038-01-19T03:14:08.000Z',
    '2262-04-11T23:47:16.855Z',
    '2299-12-31T23:59:59.999Z',
    '2300-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ],
  texts: [
    [],
    [''],
    ['', ''],
    ['a', 'b'],
    ['a\u001fb'],
    ['1:a'],
    ['a\u001fb', 'c'],
    ['a', 'b\u001fc'],
    ...oddTexts.slice(0, 20).map((one) => [one]),
  ],
  json: [
    ...[{}, [], '', 'a', 0, -1, 1.5, false, [[1, 2], [3]], { 'ü "q"': '\\\n' }],
    ...[{ b: 1, aa: { z: [] }, a: 'x y' }, { '': { '': [] } }],
    ...[deep((inner) => [inner]), deep((inner) => ({ a: inner }))],
  ],
} as const satisfies Record<WarehouseColumnType, readonly unknown[]>
