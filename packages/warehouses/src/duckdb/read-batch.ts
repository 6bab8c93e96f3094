import { stat } from 'node:fs/promises'
import { literal } from '../quote.ts'
import type { Batch } from '../target.ts'
import { quotedColumnsOf } from './sql.ts'

const mebibyte = 1024 * 1024
// A line must fit into a buffer, and a scan has several. A file with a huge cell gets one buffer for all.
const usualBufferBytes = 2 * mebibyte
const mostBufferBytes = 64 * mebibyte

/**
 * Calls `load` with a SELECT of a batch's rows: the table's columns, then those of the sync. `load` returns how many
 * rows it read, and must be repeatable: it is called again if a line is longer than the first call could read.
 */
export async function readBatch(batch: Batch, load: (select: string) => Promise<number>): Promise<void> {
  const rows = await load(selectFrom(batch, usualBufferBytes)).catch(async (cause: unknown) => {
    // A line that does not fit is reported as too long or as broken.
    if (!/CSV Error/.test(String(cause))) throw cause
    const { size } = await stat(batch.file)
    return load(selectFrom(batch, Math.min(size + 1, mostBufferBytes)))
  })
  if (rows !== batch.rows) throw new Error(`the file of the batch has ${rows} rows, not ${batch.rows}`)
}

function selectFrom({ table, file, syncedAt, batchId }: Batch, bufferBytes: number): string {
  // The last two come from the batch itself.
  const columns = quotedColumnsOf(table).slice(0, -2)
  const inFile = columns.map(({ name, type }) => `${name}: '${type === 'VARCHAR[]' ? 'VARCHAR' : type}'`)
  const values = columns.map(({ name, type }) =>
    type === 'VARCHAR[]' ? `from_json(${name}, '["VARCHAR"]') as ${name}` : name,
  )
  return `
    select ${values.join(', ')}, timestamptz ${literal(syncedAt)} as _synced_at, ${literal(batchId)} as _batch_id
    from read_csv(
      ${literal(file)}, columns = {${inFile.join(', ')}},
      auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n',
      nullstr = '\\N', allow_quoted_nulls = false, strict_mode = true,
      max_line_size = ${bufferBytes}, buffer_size = ${bufferBytes}
    )`
}
