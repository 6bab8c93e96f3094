import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** A sender's deliveries belong to the demo by the ids of their events; a source belongs to it with all it has. */
export type DemoKind =
  | 'collection'
  | 'deal'
  | 'escalation'
  | 'listener'
  | 'person'
  | 'sender'
  | 'signal'
  | 'source'
  | 'warehouse'

export type DemoRecord = { kind: DemoKind; id: string }

/** Remembers what the demo brings. Call it before, or together with, what it names. */
export async function keepDemoRecords(
  transaction: DatabaseTransaction,
  { orgId, records }: { orgId: string; records: readonly DemoRecord[] },
): Promise<void> {
  await sql`
    insert into demo_records (org_id, kind, record_id)
    select ${orgId}, kind, id
    from unnest(${records.map(({ kind }) => kind)}::text[], ${records.map(({ id }) => id)}::text[]) as given (kind, id)
    on conflict do nothing`.execute(transaction)
}

export async function listDemoRecords(
  database: Database,
  { orgId }: { orgId: string },
): Promise<DemoRecord[]> {
  const { rows } = await sql<DemoRecord>`
    select kind, record_id as id from demo_records where org_id = ${orgId} order by kind, record_id`.execute(
    database,
  )
  return rows
}

export async function hasDemo(database: Database, { orgId }: { orgId: string }): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from demo_records where org_id = ${orgId}) as has`.execute(database)
  return rows[0]?.has === true
}
