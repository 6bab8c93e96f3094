import { canonicalRowInPostgres, type WarehouseLosses, type WarehouseTable } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'

const table: WarehouseTable = {
  ...{ name: 'things', comment: 'Things.', version: 1, key: 'id' },
  columns: [{ name: 'at', type: 'instant', comment: 'When.', from: ['at'], isPersonal: false }],
}

test.for<[losses: WarehouseLosses, moments: string[]]>([
  [{}, ['-62167219200000000;', '-62135596800000000;', '10413792000000000;']],
  [{ instants: { from: '0001' } }, ['~', '-62135596800000000;', '10413792000000000;']],
  [{ instants: { from: '1900', before: '2300' } }, ['~', '~', '~']],
])('a warehouse with the losses %j is compared by what it keeps', async ([losses, moments], { pool }) => {
  const row = { version: '1', isDeleted: 'false', valueOf: ({ name }: { name: string }) => name }
  const { rows } = await pool.query<{ canonical: string }>(`
    select ${canonicalRowInPostgres(table, row, losses)} as canonical
    from unnest(array['0001-01-01 00:00Z BC', '0001-01-01 00:00Z', '2300-01-01 00:00Z']::timestamptz[]) as at`)
  expect(rows.map(({ canonical }) => canonical)).toEqual(moments.map((moment) => `1;0${moment}`))
})
