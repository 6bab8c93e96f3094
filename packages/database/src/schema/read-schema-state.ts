import { NotReadyError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { StrangeObjectsError } from './strange-objects-error.ts'

/** How a database's schema compares with this version's. */
export type SchemaState = {
  /** This version's migrations that have not run, in order. */
  pending: string[]
  /** Migrations that ran and that this version does not know: the database is ahead. */
  unknown: string[]
  /** Whether this version may run on a database that is ahead. True if it is not ahead. */
  mayRunBeside: boolean
  /** The schema that has our tables, if the database or the role has a search_path that leaves it out. */
  hiddenIn?: string
}

const undefinedTable = '42P01'
const undefinedColumn = '42703'

/** The names of this version's migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/**
 * @param known the names of this version's migrations, in order
 * @throws StrangeObjectsError where the migrations of another program are recorded
 */
export async function readSchemaState(
  database: Database,
  known: readonly string[] = migrationNames,
): Promise<SchemaState> {
  const { applied, oldestMigration } = await readHistory(database)
  if (applied.size > 0 && !known.some((name) => applied.has(name))) throw strangeMigrations()
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  const pending = known.filter((name) => !applied.has(name))
  const isKnownEnough = oldestMigration === undefined || known.includes(oldestMigration)
  // A database with newer steps that lacks older ones matches no version's schema.
  const hiddenIn = applied.size === 0 ? await findHiddenSchema(database) : undefined
  return {
    pending,
    unknown,
    mayRunBeside: unknown.length === 0 || (isKnownEnough && pending.length === 0),
    ...(hiddenIn !== undefined && { hiddenIn }),
  }
}

export function hiddenSchemaError(schema: string): NotReadyError {
  return new NotReadyError(
    `search_path leaves out the schema ${schema}, which has our tables`,
    `Reset search_path for the database and the role, or let it begin with ${schema}.`,
  )
}

/** A search_path that is part of the URL is a choice: there may be another installation in each schema. */
async function findHiddenSchema(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relname = 'kysely_migration' and relkind = 'r' and exists (
      select from pg_settings where name = 'search_path' and source in ('database', 'user', 'database user', 'global')
    )
    order by nspname limit 1`.execute(database)
  return rows[0]?.schema
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
    if (isOfCode(error, undefinedColumn)) throw strangeMigrations(error)
    if (!isOfCode(error, undefinedTable)) throw error
    return { applied: await readNames(database), oldestMigration: undefined }
  }
}

/** Also works before `schema_compatibility` exists, and without any schema. */
async function readNames(database: Database): Promise<Set<string>> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(database)
  if (found[0]?.exists !== true) return new Set()
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    throw isOfCode(error, undefinedColumn) ? strangeMigrations(error) : error
  }
}

function strangeMigrations(cause?: unknown): StrangeObjectsError {
  return new StrangeObjectsError('the table kysely_migration has the migrations of another program', {
    cause,
  })
}

function isOfCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
