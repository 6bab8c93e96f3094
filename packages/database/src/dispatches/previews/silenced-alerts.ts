import type { SilenceConditions } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** What a silence would have kept back. */
export type SilencePreview = {
  alerts: number
  /** By rule and channel, the most first. */
  groups: { ruleId: string; channelId: string; alerts: number }[]
  examples: SilencedAlert[]
  /** Whether there were more alerts than could be examined: then the oldest are not counted. */
  isCut: boolean
}

export type SilencedAlert = {
  signalId: string
  title: string | null
  ruleId: string
  channelId: string
  decidedAt: string
}

type Bounds = { since: Date; examplesAtMost: number; alertsAtMost: number }

/** Returns the alerts since a time that a silence with these conditions would have kept back. */
export async function previewSilence(
  database: Database,
  { orgId, conditions }: { orgId: string; conditions: SilenceConditions },
  { since, examplesAtMost, alertsAtMost }: Bounds,
): Promise<SilencePreview> {
  const { rows } = await sql<SilencePreview>`
    with recent as (
      select one.* from unnest(array['pending', 'sent', 'failed', 'unknown', 'expired', 'digested']) of_status (status)
      cross join lateral (
        select rule_id, channel_id, signal_id, decided_at, decision_number from dispatches
        where org_id = ${orgId} and status = of_status.status and decided_at >= ${since}
        order by decided_at desc, decision_number desc limit ${alertsAtMost}
      ) one
      order by decided_at desc, decision_number desc limit ${alertsAtMost}
    ),
    muted as (
      select d.*, s.state #>> '{last,document,title}' as title
      from recent d left join signals s on s.org_id = ${orgId} and s.signal_id = d.signal_id
      where ${isMutedBy(conditions)}
    )
    select
      (select count(*)::integer from muted) as alerts,
      (select count(*) = ${alertsAtMost} from recent) as "isCut",
      coalesce((select jsonb_agg(g order by g.alerts desc) from (
        select rule_id as "ruleId", channel_id as "channelId", count(*)::integer as alerts
        from muted group by rule_id, channel_id
      ) g), '[]') as groups,
      coalesce((select jsonb_agg(jsonb_build_object(
          'signalId', signal_id, 'title', title, 'ruleId', rule_id, 'channelId', channel_id, 'decidedAt',
          to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by decision_number desc)
        from (select * from muted order by decision_number desc limit ${examplesAtMost}) newest), '[]') as examples`.execute(
    database,
  )
  const [found] = rows
  if (found === undefined) throw new Error('The database answered without a row.')
  return found
}

type Muting = { silenceId: string; conditions: SilenceConditions; from: Date; to: Date }

/**
 * Counts the alerts that were decided while a silence was in force and kept back by it, up to `countedAtMost` each, by
 * the ids of the silences. An alert that meets two silences counts for both.
 */
export async function countSilenced(
  database: Database,
  { orgId, silences, countedAtMost }: { orgId: string; silences: readonly Muting[]; countedAtMost: number },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { silenceId, conditions, from, to } of silences) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (
        select from channels c cross join lateral (
          select from dispatches d left join signals s on s.org_id = d.org_id and s.signal_id = d.signal_id
          where d.org_id = ${orgId} and d.channel_id = c.channel_id and d.reason = 'silenced'
            and d.decided_at >= ${from} and d.decided_at < ${to} and ${isMutedBy(conditions)}
          limit ${countedAtMost}
        ) one
        where c.org_id = ${orgId} limit ${countedAtMost}
      ) counted`.execute(database)
    counts.set(silenceId, rows[0]?.count ?? 0)
  }
  return counts
}

/** For dispatches `d` and signals `s`. */
function isMutedBy({ accountKey, listenerId, ruleId }: SilenceConditions): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (accountKey !== undefined) conditions.push(sql`s.account_key = ${accountKey}`)
  if (listenerId !== undefined) conditions.push(sql`s.listener_id = ${listenerId}`)
  if (ruleId !== undefined) conditions.push(sql`d.rule_id = ${ruleId}`)
  return sql.join(conditions, sql` and `)
}
