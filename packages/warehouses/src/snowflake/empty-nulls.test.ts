import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyNulls } from './empty-nulls.ts'

const cells = fc.oneof(
  fc.constant(null),
  fc.string({ unit: fc.constantFrom('\\', 'N', ',', '"', '\n', 'x', 'ü') }),
)

test('makes null the empty field and leaves every text as it is, wherever the bytes are cut', async () => {
  const rows = fc.array(fc.tuple(cells, cells, cells), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (table, size) => {
      const bytes = Buffer.from(table.map((row) => `${row.map(cellOf).join(',')}\n`).join(''))
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const output = await text(Readable.from(chunks).pipe(emptyNulls()))
      const read: unknown = parse(output, {
        record_delimiter: '\n',
        cast: (cell, { quoting }) => (cell === '' && !quoting ? null : cell),
      })
      expect(read).toEqual(table)
    }),
  )
})

/** Like PostgreSQL. */
function cellOf(cell: string | null): string {
  if (cell === null) return '\\N'
  return cell === '' || cell === '\\N' || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
