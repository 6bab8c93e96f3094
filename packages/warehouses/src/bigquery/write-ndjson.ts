import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { WarehouseColumnType } from '@signalpost/domain'
import { parse } from 'csv-parse'
import type { Batch } from '../target.ts'
import { losses } from './statements.ts'

type Cell = string | null

const linesAtOnce = 64

/**
 * Writes a batch as newline-delimited JSON, compressed with gzip, which JSON columns require. Returns a digest of the
 * rows.
 */
export async function writeNdjson({ table, file }: Batch, output: string): Promise<string> {
  const columns = [
    ...table.columns,
    { name: '_version', type: 'integer' as const },
    { name: '_deleted', type: 'boolean' as const },
  ].map(({ name, type }) => ({ prefix: `${JSON.stringify(name)}:`, type }))
  const lineOf = (cells: readonly Cell[]) =>
    `{${columns.map(({ prefix, type }, index) => prefix + jsonOf(type, cells[index] ?? null)).join(',')}}\n`
  const digest = createHash('sha256')
  const parser = parse({
    delimiter: ',',
    record_delimiter: '\n',
    cast: (text, { quoting }): Cell => (text === '\\N' && !quoting ? null : text),
  })
  await pipeline(
    createReadStream(file),
    parser,
    async function* toLines(records: AsyncIterable<readonly Cell[]>) {
      let lines: string[] = []
      const flush = () => {
        const text = lines.join('')
        digest.update(text)
        lines = []
        return text
      }
      for await (const cells of records) {
        lines.push(lineOf(cells))
        if (lines.length === linesAtOnce) yield flush()
      }
      yield flush()
    },
    createGzip({ level: 1 }),
    createWriteStream(output),
  )
  return digest.digest('hex')
}

function jsonOf(type: WarehouseColumnType, text: Cell): string {
  // BigQuery has no null lists.
  if (text === null) return type === 'texts' ? '[]' : 'null'
  switch (type) {
    case 'boolean':
      return text
    case 'instant':
      return text < losses.instants.from ? 'null' : JSON.stringify(text)
    case 'float':
      return /^-?\d/.test(text) ? text : JSON.stringify(text)
    case 'texts':
    case 'json':
      // Between JSON tokens a line break means nothing, and inside strings it is escaped.
      return text.replaceAll(/[\r\n]/g, ' ')
    default:
      // Integers too: as JSON numbers they would become doubles.
      return JSON.stringify(text)
  }
}
