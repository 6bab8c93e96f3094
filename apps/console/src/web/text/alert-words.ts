import { nameFailure, wordsOfConditions as sayConditions } from '@signalpost/domain/text'
import { nameOf } from './name-of.ts'

const reasons: Record<string, string> = {
  already_alerted: 'was alerted elsewhere before',
  assigned: 'was assigned in the meantime',
  being_taken: 'waits, since someone is taking the signal',
  business_hours: 'waits for business hours',
  channel_disabled: 'the channel is disabled',
  channel_degraded: 'the channel rests after failures',
  channel_pace: "the channel's own rate is used up",
  channel_paused: 'the receiver asked for a pause',
  channel_paused_by_hand: 'a person paused the channel',
  deleted: 'the signal was deleted',
  earlier_rule: 'an earlier rule took it',
  escalation_ended: 'the escalation ended',
  expired: 'could not be sent in time',
  address_suppressed: 'the address unsubscribed or was refused',
  mailed_to_admins: 'the admins were mailed instead',
  not_due: 'waits, since an edit gave the step a later time',
  not_taken: 'no one had the signal any more',
  quiet_hours: 'waits for the end of the quiet hours',
  read: 'was read in the meantime',
  recipient_took_it: 'its recipient took the signal',
  rule_disabled: 'the rule is disabled',
  same_post: 'the same post was sent before',
  silenced: 'a silence muted it',
  taken: 'someone had taken the signal',
  throttle: 'more than the throttle allows',
  too_old: 'was first seen over 24 h before it was stored',
}

/** A reason of an alert in words; one that is unknown, such as an error of the other side, as it is. */
export function wordsOfReason(reason: string | null): string {
  return reason === null ? '' : (reasons[reason] ?? nameFailure(reason))
}

/** Why a rule would hold alerts back: of one alert, and of several. */
const heldBack: Record<string, readonly [one: string, several: string]> = {
  already_alerted: ['its signal was alerted elsewhere before', 'their signals were alerted elsewhere before'],
  assigned: ['its signal is assigned', 'their signals are assigned'],
  channel_disabled: ['its channel is disabled', 'their channels are disabled'],
  read: ['its signal is read', 'their signals are read'],
  same_post: ['the same post was sent before', 'the same posts were sent before'],
  too_old: [
    'its signal was first seen over 24 h before it was stored',
    'their signals were first seen over 24 h before they were stored',
  ],
}

/** What a rule would hold back for one reason, as a sentence. `count` is of alerts: one for each signal and channel. */
export function wordsOfHeldBack(reason: string, count: number): string {
  const [one, several] = heldBack[reason] ?? [wordsOfReason(reason), wordsOfReason(reason)]
  if (count === 1) return `1 alert is held back: ${one}.`
  return `${count.toLocaleString('en-US')} alerts are held back: ${several}.`
}

/** What the other side of a message said, or why it said nothing. */
export function wordsOfAnswer({
  httpStatus,
  code,
  answer,
}: {
  httpStatus: number | null
  code: string | null
  answer: string | null
}): string {
  const said = code === null || code === `http_${httpStatus}` ? null : nameFailure(code)
  return [httpStatus, said, answer].filter((part) => part !== null && part !== '').join(' · ')
}

/** The reasons that stored alerts have and that a list can be filtered by. */
export const filterableReasons = [
  ...[
    'already_alerted',
    'assigned',
    'being_taken',
    'business_hours',
    'channel_disabled',
    'deleted',
    'escalation_ended',
  ],
  ...[
    'expired',
    'not_due',
    'quiet_hours',
    'read',
    'rule_disabled',
    'same_post',
    'silenced',
    'taken',
    'throttle',
  ],
  'too_old',
]

/** Conditions in words, with listeners by their names. */
export function wordsOfConditions(conditions: object, listeners: ReadonlyMap<string, string>): string {
  return sayConditions(conditions, (id) => nameOf(listeners, id, 'a deleted listener'))
}

type RuleWords = {
  conditions: object
  /** The channels, in words. */
  where: string
  /** When it sends, in words. */
  when: string
  quiet: { from: string; to: string; bypassImmediate: boolean } | null
  listeners: ReadonlyMap<string, string>
}

/** What a rule does, as a sentence: `Every signal is sent to all channels at once.` */
export function wordsOfRule({ conditions, where, when, quiet, listeners }: RuleWords): string {
  const what = wordsOfConditions(conditions, listeners)
  const which = what === 'every signal' ? 'Every signal' : `A signal with ${what}`
  const hours = quiet === null ? '' : `, not between ${quiet.from} and ${quiet.to}`
  const unless = quiet?.bypassImmediate === true ? ' unless it is immediate' : ''
  return `${which} is sent to ${where} ${when}${hours}${unless}.`
}
