import pg from 'pg'
import type { StoredRecords } from './stored-records.ts'

const { escapeIdentifier, escapeLiteral } = pg

/**
 * Returns a `select` of a workspace's records by the positions at which they changed, with nulls for a record without a
 * row. `changed` is SQL that returns `record_id` and `position`.
 */
export function recordsOfChanges(
  changed: string,
  {
    orgId: workspace,
    records: { from, orgId, key, version, isThere, bytes, values },
  }: { orgId: string; records: StoredRecords },
): string {
  const selected = Object.entries(values).map(([name, value]) => `${value} as ${escapeIdentifier(name)}`)
  return `
    select changed.position, record.*,
      sum(bytes) over before as bytes_before, lead(true) over before is null as is_last
    from (${changed}) changed
    left join lateral (
      select ${orgId} as org_id, ${key} as key, ${version} as version, ${isThere} as is_there, ${bytes} as bytes,
        ${selected.join(', ')}
      from ${from}
      where ${orgId} = ${escapeLiteral(workspace)} and ${key} = changed.record_id
      offset 0 -- each is looked up by its key: other plans read all that is stored
    ) record on true
    window before as (order by changed.position rows between unbounded preceding and 1 preceding)`
}
