import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/**
 * Counts what each rule has decided to alert and not sent yet, or waits for a digest, by rule id; 0 for a rule without any.
 * Rules by channels are few, and each pair is read from an index.
 */
export async function countWaitingAlerts(
  database: Database,
  { orgId, ruleId }: { orgId: string; ruleId?: string },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ ruleId: string; waiting: number }>`
    select r.rule_id as "ruleId", coalesce(sum(pending.alerts + late.alerts), 0)::integer as waiting
    from rules r
    left join channels c on c.org_id = r.org_id and c.state <> 'disabled'
    cross join lateral (
      select count(*) as alerts from dispatches d
      where d.org_id = r.org_id and d.rule_id = r.rule_id and d.channel_id = c.channel_id and d.status = 'pending'
    ) pending
    cross join lateral (
      select count(*) as alerts from digests g join dispatches d on d.digest_id = g.digest_id and d.status = 'expired'
      where g.org_id = r.org_id and g.rule_id = r.rule_id and g.channel_id = c.channel_id and g.is_open
    ) late
    where r.org_id = ${orgId} and r.deleted_at is null and (${ruleId ?? null}::text is null or r.rule_id = ${ruleId ?? null})
    group by r.rule_id`.execute(database)
  return new Map(rows.map((row) => [row.ruleId, row.waiting]))
}
