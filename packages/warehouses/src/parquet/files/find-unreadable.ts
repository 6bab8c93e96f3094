import type { WarehouseTable } from '@signalpost/domain'
import type { Engine } from '../../duckdb/engine.ts'
import { describedColumnsOf, literals } from '../../duckdb/sql.ts'
import { literal, quote } from '../../quote.ts'
import { syncColumns } from '../../target.ts'
import type { LocalFile } from '../stores/file-store.ts'

type Found = { table: WarehouseTable; files: readonly LocalFile[] }

/** Returns the paths of files that DuckDB cannot read completely, or that hold no rows of the table. */
export async function findUnreadable(engine: Engine, { table, files }: Found): Promise<string[]> {
  const unreadable = new Set(await findStrange(engine, { table, files }))
  for (const { path, file } of files) {
    if (unreadable.has(path)) continue
    try {
      await engine.query(`select bit_xor(hash(stored)) as hash from read_parquet(${literal(file)}) stored`)
    } catch {
      unreadable.add(path)
    }
  }
  return [...unreadable]
}

/**
 * Returns the paths of files that lack a column without which a row is none, have nulls in it, or have a column of another
 * type. Asks for the metadata of all at once, and looks at each only where these leave a doubt.
 */
export async function findStrange(engine: Engine, { table, files }: Found): Promise<string[]> {
  const strange: string[] = []
  for (const { path, file } of await findDoubtful(engine, { table, files })) {
    try {
      if (!(await hasRowsOf(engine, { table, file }))) strange.push(path)
    } catch {
      strange.push(path)
    }
  }
  return strange
}

/** Returns the files of which the metadata do not say that their columns and rows are those of the table. */
async function findDoubtful({ query }: Engine, { table, files }: Found): Promise<readonly LocalFile[]> {
  if (files.length === 0) return []
  const all = literals(files.map(({ file }) => file))
  const needed = neededOf(table)
  const columns = describedColumnsOf(table)
  // Lists have no type of their own there, and JSON is stored as text.
  const typed = columns.map(([name, type]) => [
    name,
    type.endsWith('[]') ? '' : type.replace('JSON', 'VARCHAR'),
  ])
  try {
    const whole = await query(
      `select file_name as file from parquet_metadata(${all})
       where lower(path_in_schema) in (${needed.map(literal).join(', ')})
       group by file_name
       having count(distinct lower(path_in_schema)) = ${needed.length}
         and bool_and(stats_null_count is not distinct from 0)
       intersect
       select file_name from parquet_schema(${all})
       where lower(name) in (${columns.map(([name]) => literal(name)).join(', ')})
       group by file_name
       having bool_and((lower(name), coalesce(duckdb_type, '')) in
         (${typed.map((pair) => `(${pair.map(literal).join(', ')})`).join(', ')}))`,
    )
    const names = new Set(whole.map(({ file }) => String(file)))
    return files.filter(({ file }) => !names.has(file))
  } catch {
    // One that is none ends the statement.
    return files
  }
}

function neededOf({ key }: WarehouseTable): string[] {
  return ['org_id', key, ...syncColumns]
}

async function hasRowsOf(
  { query }: Engine,
  { table, file }: { table: WarehouseTable; file: string },
): Promise<boolean> {
  const needed = neededOf(table)
  const columns = await query(
    `select lower(column_name) as name, column_type as type from (describe select * from read_parquet(${literal(file)}))`,
  )
  const types = new Map(columns.map(({ name, type }) => [String(name), String(type)]))
  if (!needed.every((name) => types.has(name))) return false
  const isOfType = ([name, type]: [name: string, type: string]) => {
    const found = types.get(name)
    // JSON is stored as text. A file of an older version lacks later columns.
    return found === undefined || found === type || (type === 'JSON' && found === 'VARCHAR')
  }
  if (!describedColumnsOf(table).every(isOfType)) return false
  const [counted] = await query(
    `select count(*) filter (stats_null_count is distinct from 0)::integer as doubtful
     from parquet_metadata(${literal(file)})
     where lower(path_in_schema) in (${needed.map(literal).join(', ')})`,
  )
  if (counted?.doubtful === 0) return true
  const isNull = needed.map((name) => `${quote(name)} is null`).join(' or ')
  const nulls = await query(`select 1 from read_parquet(${literal(file)}) where ${isNull} limit 1`)
  return nulls.length === 0
}
