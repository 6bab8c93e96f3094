import { expect, test } from 'vitest'
import { cellSchema, checkCell, defaultCell, findCell, findCellOfKey, idPrefixIn } from './cell.ts'
import { RejectedError } from './errors.ts'

const ulid = '01m7wkqbqw6wkmpysaqjjxb9d5'

test.each(['eu', 'us1', 'ab12', '42'])('takes %j for the name of a cell', (text) => {
  expect(cellSchema.safeParse(text).success).toBe(true)
})

test.each(['e', 'europ', 'EU', 'e-u', 'e_u', 'eu '])('takes no %j for the name of a cell', (text) => {
  expect(cellSchema.safeParse(text).success).toBe(false)
})

test('names the cell in an id, but not the default one', () => {
  expect(idPrefixIn('eu', 'src_')).toBe('src_eu_')
  expect(idPrefixIn(defaultCell, 'src_')).toBe('src_')
})

test.each([
  [`src_eu_${ulid}`, 'eu'],
  [`org_us1_${ulid}`, 'us1'],
  [`chn_${ulid}`, defaultCell],
  ['org_demo', undefined],
  ['org_big_corp', undefined],
  [`org_big_corp_${ulid}`, undefined],
  [`src_europe_${ulid}`, undefined],
  [`src_eu_${ulid}x`, undefined],
  [`src_eu_8${ulid.slice(1)}`, undefined],
  ['', undefined],
])('finds the cell of %j', (id, cell) => {
  expect(findCell(id)).toBe(cell)
})

test.each([
  ['spk_eu_0aB_1cD', 'eu'],
  ['spk_0aB_1cD', defaultCell],
  ['spk_eu_1cD', defaultCell],
  ['spk_europe_0aB_1cD', undefined],
  ['spk_', undefined],
])('finds the cell of the key %j', (key, cell) => {
  expect(findCellOfKey(key)).toBe(cell)
})

test('refuses what names another cell, and says which', () => {
  const refusal = (): void => checkCell('eu', 'us')
  expect(refusal).toThrow(RejectedError)
  expect(refusal).toThrow(
    expect.objectContaining({ code: 'misdirected_request', headers: { 'signalpost-cell': 'eu' } }),
  )
  checkCell('eu', 'eu')
  checkCell(undefined, 'eu')
})
