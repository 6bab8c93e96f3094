import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { migrations } from '../migrations/index.ts'

/** How the schema of a database compares with what this version knows. */
export type SchemaState = {
  /** The migrations of this version that have not run, in their order. */
  pending: string[]
  /** Migrations that ran and that this version does not know: the database is ahead. */
  unknown: string[]
  /** Whether this version may run on a database that is ahead. True for one that is not. */
  mayRunBeside: boolean
}

const undefinedTable = '42P01'

/** @param known the names of this version's migrations, in their order */
export async function readSchemaState(
  database: Database,
  known: readonly string[] = Object.keys(migrations),
): Promise<SchemaState> {
  const { applied, oldestMigration } = await readHistory(database)
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  const pending = known.filter((name) => !applied.has(name))
  const isKnownEnough = oldestMigration === undefined || known.includes(oldestMigration)
  // A database that has newer steps and lacks older ones is no schema of any version.
  return { pending, unknown, mayRunBeside: unknown.length === 0 || (isKnownEnough && pending.length === 0) }
}

type History = { applied: Set<string>; oldestMigration: string | undefined }

async function readHistory(database: Database): Promise<History> {
  try {
    const { rows } = await sql<{ applied: string[]; oldestMigration: string | null }>`
      select array(select name::text from kysely_migration) as applied,
             (select oldest_migration from schema_compatibility) as "oldestMigration"`.execute(database)
    const [{ applied, oldestMigration } = { applied: [], oldestMigration: null }] = rows
    return { applied: new Set(applied), oldestMigration: oldestMigration ?? undefined }
  } catch (error) {
    if (!isUndefinedTable(error)) throw error
    return { applied: await readNames(database), oldestMigration: undefined }
  }
}

/** Of a database from before `schema_compatibility`, or without any schema. */
async function readNames(database: Database): Promise<Set<string>> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(database)
  if (found[0]?.exists !== true) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  return new Set(rows.map(({ name }) => name))
}

function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === undefinedTable
}
