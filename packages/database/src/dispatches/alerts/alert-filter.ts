import { type RawBuilder, sql } from 'kysely'
import type { DispatchStatus } from '../../tables.ts'

/** Conditions that must all match. */
export type AlertFilter = {
  orgId: string
  signalId?: string | undefined
  ruleId?: string | undefined
  channelId?: string | undefined
  status?: DispatchStatus | undefined
  /** As it is stored: not what a pending alert waits for right now. */
  reason?: string | undefined
  /** Filters by the time of the decision. */
  since?: Date | undefined
  /** The decision was before this time. */
  until?: Date | undefined
}

/** Returns SQL for the conditions of a filter on `table`. */
export function conditionsOf(
  { orgId, signalId, ruleId, channelId, status, reason, since, until }: AlertFilter,
  table = 'dispatches',
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions = [sql`${column('org_id')} = ${orgId}`]
  if (signalId !== undefined) conditions.push(sql`${column('signal_id')} = ${signalId}`)
  if (ruleId !== undefined) conditions.push(sql`${column('rule_id')} = ${ruleId}`)
  if (channelId !== undefined) conditions.push(sql`${column('channel_id')} = ${channelId}`)
  if (status !== undefined) conditions.push(sql`${column('status')} = ${status}`)
  if (reason !== undefined) conditions.push(sql`${column('reason')} = ${reason}`)
  if (since !== undefined) conditions.push(sql`${column('decided_at')} >= ${since}`)
  if (until !== undefined) conditions.push(sql`${column('decided_at')} < ${until}`)
  return sql.join(conditions, sql` and `)
}
