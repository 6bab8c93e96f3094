import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Returns what records of a workspace are called, by `TYPE ID` with the types of the audit log: the title of a signal, the
 * client of an assistant, the name of any other. Records that are gone, or that have no name, are left out.
 */
export async function findRecordNames(
  database: Database,
  { orgId, ids }: { orgId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ type: string; id: string; name: string }>`
    select type, id, name from (
      select 'source' as type, source_id as id, org_id, name from sources
      union all select 'channel', channel_id, org_id, name from channels
      union all select 'rule', rule_id, org_id, name from rules
      union all select 'escalation', escalation_id, org_id, name from escalations
      union all select 'warehouse', warehouse_id, org_id, name from warehouses
      union all select 'collection', collection_id, org_id, name from collections
      union all select 'view', view_id, org_id, name from saved_views
      union all select 'key', key_id, org_id, name from api_keys
      union all select 'assistant', assistant_id, org_id, client_name from assistants
      union all select 'listener', listener_id, org_id, state #>> '{last,document,name}' from listeners
      union all select 'deal', deal_id, org_id, state #>> '{last,document,name}' from deals
      union all select 'signal', signal_id, org_id, left(state #>> '{last,document,title}', 300) from signals
      union all select 'workspace', org_id, org_id, name from workspaces
    ) named
    where org_id = ${orgId} and id = any(${[...new Set(ids)]}::text[]) and name is not null`.execute(database)
  return new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]))
}
