import type { EscalationDefinition } from '@signalpost/domain'
import { sql } from 'kysely'

/** What a sent message of an instant alert was about, from which the alert can be written again. */
export type SentAlert = {
  messageId: string
  orgId: string
  channelId: string
  ruleId: string
  /** Of the rule or the escalation, which may have been deleted meanwhile. */
  ruleName: string
  /** Of the escalation, for one of its steps. */
  definition: EscalationDefinition | null
  signalId: string
  /** Set if several signals went out as one. */
  digestId: string | null
  recipient: string
  createdAt: Date
}

/** The columns of a SentAlert in `sentAlertTables`. */
export const sentAlertColumns = sql`
  m.message_id as "messageId", m.org_id as "orgId", m.channel_id as "channelId", m.rule_id as "ruleId",
  coalesce(r.name, e.name, '') as "ruleName", e.definition,
  m.signal_id as "signalId", m.digest_id as "digestId", m.recipient, m.created_at as "createdAt"`

export const sentAlertTables = sql`
  messages m
  left join rules r on r.rule_id = m.rule_id
  left join escalations e on e.org_id = m.org_id and e.escalation_id = split_part(m.rule_id, '.', 1)`
