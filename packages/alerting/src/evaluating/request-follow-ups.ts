import type { DatabaseTransaction } from '@signalpost/database'
import { findFollowable, insertFollowUps } from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import { dayMs } from '@signalpost/domain'
import type { ConfiguredChannel } from '../alert-settings.ts'
import { findTakenLead } from '../sending/people/find-taken-lead.ts'

/** The age at which an alert is no longer on anybody's mind. */
const forgottenAfterMs = dayMs

/** Writes a follow-up to everyone who got an alert about one of these signals that cannot be edited, if it is taken now. */
export async function requestFollowUps(
  transaction: DatabaseTransaction,
  channels: Iterable<ConfiguredChannel>,
  {
    orgId,
    signals,
    messageId,
    nowMs,
  }: {
    orgId: string
    /** By their ids, with what names the span that took each. */
    signals: ReadonlyMap<string, string | null>
    /** Only for those who got this message. */
    messageId?: string
    nowMs: number
  },
): Promise<void> {
  const following = [...channels].filter(({ kind, isDisabled }) => kind.followsUp === true && !isDisabled)
  const followable = await findFollowable(transaction, {
    orgId,
    signalIds: [...signals.keys()],
    channelIds: following.map(({ channelId }) => channelId),
    messageId,
    since: new Date(nowMs - forgottenAfterMs),
  })
  const taken = new Set<string>()
  for (const signalId of new Set(followable.map((one) => one.signalId))) {
    const signal = await findSignal(transaction, { orgId, signalId })
    if (signal !== undefined && findTakenLead(signal) !== undefined) taken.add(signalId)
  }
  const followUps = followable
    .filter(({ signalId }) => taken.has(signalId))
    .map((one) => ({ ...one, traceparent: signals.get(one.signalId) ?? null }))
  await insertFollowUps(transaction, { orgId, followUps, nowMs })
}
