import type { EscalationDefinition, RuleDefinition, SilenceConditions } from '@signalpost/domain'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json-column.ts'

export type ChannelState = 'active' | 'degraded' | 'disabled'

export type RulesTables = {
  channels: {
    channel_id: string
    org_id: string
    kind: string
    name: string
    settings: Json<Record<string, unknown>>
    state: Generated<ChannelState>
    reason: string | null
    created_at: Generated<Date>
    /** Set by a trigger; null for a state older than the column. */
    state_since: Generated<Date | null>
    /** Set by a person; apart from the pauses that a breaker or a receiver causes. */
    hand_paused_until: Date | null
  }
  channel_secrets: {
    secret_id: GeneratedAlways<string>
    channel_id: string
    /** A sealed JSON document of all the channel's secrets. */
    ciphertext: Buffer
    created_at: Generated<Date>
    valid_until: Date | null
  }
  channel_users: { channel_id: string; external_user_id: string; user_id: string }
  suppressed_addresses: {
    channel_id: string
    address: string
    reason: string
    created_at: Generated<Date>
    /** Null means permanently. */
    until: Date | null
  }
  /** Whose turn it is among the people of a rule. */
  rule_turns: { rule_id: string; turn: string }
  rules: {
    rule_id: string
    org_id: string
    name: string
    position: number
    enabled: Generated<boolean>
    definition: Json<RuleDefinition>
    created_at: Generated<Date>
    deleted_at: Date | null
  }
  escalations: {
    escalation_id: string
    org_id: string
    name: string
    definition: Json<EscalationDefinition>
    created_at: Generated<Date>
    ended_at: Date | null
  }
  silences: {
    silence_id: string
    org_id: string
    conditions: Json<SilenceConditions>
    reason: string | null
    until: Date
    created_at: Generated<Date>
    created_by_kind: string | null
    created_by_id: string | null
    ended_at: Date | null
  }
}
