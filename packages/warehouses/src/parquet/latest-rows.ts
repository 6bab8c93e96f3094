import type { WarehouseTable } from '@signalpost/domain'
import { syncComments } from '../comments.ts'
import type { Engine } from '../duckdb/engine.ts'
import { literals, quotedColumnsOf } from '../duckdb/sql.ts'
import { literal, quote } from '../quote.ts'

/**
 * Prepares the greatest version of each key from some Parquet files. Returns what to select it from, with every column
 * of the files or the table. Of equal versions, the contents in the later file count; of rows that differ in nothing but
 * their batch, the first that came.
 */
export async function selectLatest(
  { run, trim }: Engine,
  { table, files }: { table: WarehouseTable; files: readonly string[] },
): Promise<string> {
  const columns = quotedColumnsOf(table).map(({ name, type }) => `null::${type} as ${name}`)
  const noRows = storedRows(table, `select ${columns.join(', ')} where false`)
  if (files.length === 0) return `(${noRows})`
  const key = quote(table.key)
  await run(`
    create or replace temp view stored_rows as
    select * from read_parquet(${literals(files)}, union_by_name = true, filename = '_file', file_row_number = true)`)
  // Most keys occur in one file only. Comparing just the others keeps memory small.
  const contents = [...table.columns.map(({ name }) => quote(name)), '_deleted'].join(', ')
  const passed = await run(`
    create or replace temp table passed_rows as
    select _file, file_row_number from (
      select _file, file_row_number, row_number() over (
        partition by org_id, ${key}
        order by _version desc, (contents = last_contents) desc, _synced_at, position desc, file_row_number desc
      ) as place
      from (
        select *, first_value(contents) over (
          partition by org_id, ${key} order by _version desc, position desc, file_row_number desc
        ) as last_contents
        from (
          select org_id, ${key}, _version, _synced_at, _file, file_row_number,
            list_position(${literals(files)}, _file) as position, md5_number(row(${contents})::varchar) as contents
          from (
            ${noRows}
            union all by name
            select * from stored_rows semi join (
              select hash(org_id, ${key}) as hashed from stored_rows group by all having count(*) > 1
            ) repeated on hash(stored_rows.org_id, stored_rows.${key}) = repeated.hashed
          )
        )
      )
    ) where place > 1`)
  await trim()
  if (passed === 0) {
    return `(${noRows} union all by name select * exclude (_file, file_row_number) from stored_rows)`
  }
  return `(
    ${noRows}
    union all by name
    select stored_rows.* exclude (_file, file_row_number)
    from stored_rows anti join passed_rows
    on stored_rows._file = passed_rows._file and stored_rows.file_row_number = passed_rows.file_row_number
  )`
}

/**
 * Writes the result of `select` to a Parquet file that every engine can read. Returns the number of rows. `described`
 * puts what the table and its columns hold into the metadata of the file.
 */
export async function writeParquet(
  { run, trim }: Engine,
  select: string,
  file: string,
  { values, described }: { values?: string[]; described?: WarehouseTable } = {},
): Promise<number> {
  const metadata = described === undefined ? '' : `, kv_metadata ${metadataOf(described)}`
  const rows = await run(
    `copy (${select}) to ${literal(file)}
     (format parquet, compression zstd, row_group_size 122880, row_group_size_bytes '16MB'${metadata})`,
    values,
  )
  await trim()
  return rows
}

function metadataOf({ comment, columns }: WarehouseTable): string {
  const comments = {
    ...Object.fromEntries(columns.map(({ name, comment: of }) => [name, of])),
    ...syncComments,
  }
  return `{comment: ${literal(comment)}, column_comments: ${literal(JSON.stringify(comments))}}`
}

/**
 * Selects a table's rows in their stored form: JSON as text, because not all engines know Parquet's own type for it.
 */
export function storedRows(table: WarehouseTable, select: string): string {
  const texts = table.columns.filter(({ type }) => type === 'json').map(({ name }) => quote(name))
  if (texts.length === 0) return select
  return `select * replace (${texts.map((name) => `${name}::varchar as ${name}`).join(', ')}) from (${select})`
}
