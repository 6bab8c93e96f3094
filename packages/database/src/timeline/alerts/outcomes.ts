import type { DispatchStatus } from '../../tables.ts'

/** The outcome of an alert in words, before the name of its channel. */
export const outcomes: Record<DispatchStatus, string> = {
  pending: 'an alert waits for',
  sent: 'an alert was sent to',
  digested: 'a digest went to',
  failed: 'an alert could not be sent to',
  unknown: 'an alert may have reached',
  expired: 'an alert came too late for',
  suppressed: 'nothing was sent to',
}

/** Reasons are words of ours, except of a channel that failed: those stay in the detail. */
export function reasonIn(reason: string | null): string {
  const known = reason === null ? undefined : reasons[reason]
  return known === undefined ? '' : `, because ${known}`
}

const reasons: Record<string, string> = {
  too_old: 'the signal was too old',
  already_alerted: 'another system had alerted already',
  silenced: 'it is silenced',
  read: 'it had been read',
  assigned: 'it had been assigned',
  same_post: 'the same post was sent before',
  channel_disabled: 'the channel is disabled',
  quiet_hours: 'of quiet hours',
  throttle: 'of the throttle',
  deleted: 'the signal was deleted',
  taken: 'someone had taken it',
  escalation_ended: 'the escalation had ended',
  being_taken: 'someone is taking the signal',
  business_hours: 'of business hours',
  not_due: 'an edit gave it a later time',
}
