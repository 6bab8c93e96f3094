import type { Content } from '@signalpost/channels'
import type { Message } from '@signalpost/database/dispatches'
import type { Rule } from '@signalpost/domain'
import type { AlertSettings, ConfiguredChannel } from '../alert-settings.ts'

export type Prepared =
  | { ready: Content; signalIds: string[] }
  | { refused: string }
  /** Quiet hours have begun since. */
  | { heldUntilMs: number; rule: Rule }
  /** It is a step of an escalation. */
  | { postponedUntilMs: number; reason: PostponedReason }

/** Outside of business hours, about a signal that someone is taking, or given a later time by an edit. */
export type PostponedReason = 'business_hours' | 'being_taken' | 'not_due'

export type PrepareContext = {
  message: Message
  channel: ConfiguredChannel
  settings: AlertSettings
  nowMs: number
}
