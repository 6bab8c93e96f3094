import { expectLinear } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { record, table } from './table.ts'

const id = 'sig_01m8p78k84nvjxx1z0x7s2wxps'
const fit = { width: 80 }

test.each([
  ['words', 'word '],
  ['letters', 'a'],
  ['wide letters', '日'],
  ['addresses', 'https://example.com/ '],
])('the time of showing a text grows with its %s', { timeout: 120_000 }, async (_, part) => {
  const input = (n: number): string => part.repeat(n)
  await expectLinear({ input, run: (text) => record({ body: text }, fit) })
  await expectLinear({ input, run: (text) => table(['SIGNAL', 'TEXT'], [[id, text]], fit) })
})

test('the time of showing rows grows with their number', { timeout: 120_000 }, async () => {
  const input = (n: number): string[][] => Array.from({ length: n }, (_, at) => [id, `row ${at}`])
  await expectLinear({ input, run: (rows) => table(['SIGNAL', 'TEXT'], rows, fit) })
})

test('a text of a megabyte is shown whole', () => {
  const text = 'a word '.repeat(150_000).trim()
  expect(record({ text }, fit).replaceAll(/\s+/g, ' ')).toBe(`text ${text}`)
})
