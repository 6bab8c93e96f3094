import { sql } from 'kysely'
import type { Database } from '../index.ts'
import type { WorkspaceIds } from './door-cases.ts'

/** Columns that lead from a row to its workspace, by preference. */
const ownerColumns = [
  'org_id',
  'source_id',
  'channel_id',
  'warehouse_id',
  'job_id',
  'key_id',
  'person_id',
] as const

type OwnedTable = { name: string; column: (typeof ownerColumns)[number] }

/** Returns every row that belongs to a workspace, by table, as JSON. */
export async function rowsOf(
  database: Database,
  { orgId, ids }: { orgId: string; ids: WorkspaceIds },
): Promise<Record<string, string[]>> {
  const { sourceId, channelId, warehouseId, jobId, keyId, personId } = ids
  const owners: Record<OwnedTable['column'], string> = {
    org_id: orgId,
    source_id: sourceId,
    channel_id: channelId,
    warehouse_id: warehouseId,
    job_id: jobId,
    key_id: keyId,
    person_id: personId,
  }
  const rows: Record<string, string[]> = {}
  for (const { name, column } of await ownedTables(database)) {
    const { rows: found } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t
      where ${sql.ref(column)} = ${owners[column]} order by 1`.execute(database)
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

async function ownedTables(database: Database): Promise<OwnedTable[]> {
  const columns = sql`${sql.val(ownerColumns)}::text[]`
  const { rows } = await sql<OwnedTable>`
    select distinct on (relname) relname as name, attname as column
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname = any(${columns})
    order by relname, array_position(${columns}, attname::text)`.execute(database)
  return rows
}
