import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The table of the things of each noun, and its column of their ids. */
const things: Readonly<Record<string, readonly [table: string, id: string]>> = {
  assistant: ['assistants', 'assistant_id'],
  channel: ['channels', 'channel_id'],
  collection: ['collections', 'collection_id'],
  connection: ['connections', 'connection_id'],
  delivery: ['deliveries', 'delivery_id'],
  escalation: ['escalations', 'escalation_id'],
  invitation: ['invitations', 'invitation_id'],
  job: ['jobs', 'job_id'],
  key: ['api_keys', 'key_id'],
  listener: ['listeners', 'listener_id'],
  message: ['messages', 'message_id'],
  person: ['memberships', 'person_id'],
  rule: ['rules', 'rule_id'],
  signal: ['signals', 'signal_id'],
  silence: ['silences', 'silence_id'],
  source: ['sources', 'source_id'],
  view: ['saved_views', 'view_id'],
  warehouse: ['warehouses', 'warehouse_id'],
}

/**
 * Returns the workspaces that have a thing, two at most, among `orgIds` if that is given: records of senders may have the same
 * id in several. None for a noun that has no ids.
 */
export async function findWorkspacesOf(
  database: Database,
  { noun, id, orgIds }: { noun: string; id: string; orgIds?: readonly string[] },
): Promise<string[]> {
  const [table, column] = (Object.hasOwn(things, noun) && things[noun]) || []
  if (table === undefined || column === undefined) return []
  const { rows } = await sql<{ orgId: string }>`
    select w.org_id as "orgId" from workspaces w
    where (${orgIds === undefined} or w.org_id = any(${[...(orgIds ?? [])]}))
      and exists (select from ${sql.table(table)} t where t.org_id = w.org_id and ${sql.ref(`t.${column}`)} = ${id})
    order by 1 limit 2`.execute(database)
  return rows.map(({ orgId }) => orgId)
}
