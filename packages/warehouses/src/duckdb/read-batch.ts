import { stat } from 'node:fs/promises'
import { partsOf } from '@signalpost/domain'
import { literal, quote } from '../quote.ts'
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

function selectFrom(batch: Batch, bufferBytes: number): string {
  const {
    inFile,
    values,
    quoting,
    select = '*',
  } = batch.isInParts === true ? readParts(batch) : readColumns(batch)
  return `
    select ${values.join(', ')}, timestamptz ${literal(batch.syncedAt)} as _synced_at, ${literal(batch.batchId)} as _batch_id
    from (
      select ${select} from read_csv(
        ${literal(batch.file)}, columns = {${inFile.join(', ')}},
        auto_detect = false, header = false, delim = ',', quote = ${quoting}, escape = ${quoting}, new_line = '\\n',
        nullstr = '\\N', allow_quoted_nulls = false, strict_mode = true,
        max_line_size = ${bufferBytes}, buffer_size = ${bufferBytes}
      )
    )`
}

type Reading = {
  /** The columns of the file with their types, */
  inFile: string[]
  /** the character of its quotes, in SQL, */
  quoting: string
  /** what they become first, */
  select?: string
  /** and the columns of the table in that. */
  values: string[]
}

function readColumns({ table }: Batch): Reading {
  // The last two come from the batch itself.
  const columns = quotedColumnsOf(table).slice(0, -2)
  return {
    inFile: columns.map(({ name, type }) => `${name}: '${type === 'VARCHAR[]' ? 'VARCHAR' : type}'`),
    quoting: `'"'`,
    values: columns.map(({ name, type }) => (type === 'VARCHAR[]' ? `${listOf(name)} as ${name}` : name)),
  }
}

function readParts({ table }: Batch): Reading {
  const parts = partsOf(table)
  const paths = table.columns.flatMap(({ from }) => from.map((path) => path.split('.')))
  const documents = parts.filter(({ isDocument }) => isDocument)
  const taken = documents.map(({ name }) => {
    const form = formOf(paths.filter(([part]) => part === name).map((path) => path.slice(1)))
    return `from_json(${quote(name)}, ${literal(JSON.stringify(form))}) as ${quote(name)}`
  })
  const types = quotedColumnsOf(table)
  const values = table.columns.map(({ from }, index) => {
    const { name, type } = types[index] ?? { name: '', type: '' }
    const value = `coalesce(${from.map((path) => path.split('.').map(quote).join('.')).join(', ')})`
    return `${type === 'VARCHAR[]' ? listOf(value) : `${value}::${type}`} as ${name}`
  })
  return {
    inFile: [
      ...parts.map(({ name }) => `${quote(name)}: 'VARCHAR'`),
      `_version: 'BIGINT'`,
      `_deleted: 'BOOLEAN'`,
    ],
    quoting: 'chr(2)',
    // Once, however many columns are found in a document.
    select: `* replace (${taken.join(', ')})`,
    values: [...values, '_version', '_deleted'],
  }
}

type Form = { [member: string]: Form | 'VARCHAR' }

/** Returns the form of documents in which there may be something at these paths, as `from_json` takes it. */
function formOf(paths: readonly string[][]): Form {
  const members = new Set(paths.map(([member = '']) => member))
  return Object.fromEntries(
    [...members].map((member) => {
      const below = paths.filter(([first, ...rest]) => first === member && rest.length > 0)
      return [member, below.length === 0 ? 'VARCHAR' : formOf(below.map(([, ...rest]) => rest))]
    }),
  )
}

function listOf(text: string): string {
  return `from_json(${text}, '["VARCHAR"]')`
}
