import { expect, test } from 'vitest'
import { record, table } from './table.ts'

test('prints a table with a heading and aligned columns', () => {
  const text = table(
    ['ID', 'AT'],
    [
      ['long id', new Date(0)],
      ['b', null],
    ],
  )
  expect(text).toBe('ID       AT\nlong id  1970-01-01T00:00:00.000Z\nb        -')
})

test('prints a record with a line for each member', () => {
  expect(record({ id: 'a', enabled: true })).toBe('id       a\nenabled  yes')
})

test('escapes text that would control the terminal', () => {
  expect(table(['T'], [['\u001b[2Jx\u009b1m\u202e\ny']])).toBe('T\n\ufffd[2Jx\ufffd1m\ufffd\ufffdy')
})
