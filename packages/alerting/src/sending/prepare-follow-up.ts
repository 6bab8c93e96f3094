import type { Alert } from '@signalpost/channels'
import type { DatabaseTransaction } from '@signalpost/database'
import { type FollowUpRefusal, findFollowed, readStepPeople } from '@signalpost/database/dispatches'
import { hourMs, isRouted, type Signal } from '@signalpost/domain'
import { findTakenLead } from './people/find-taken-lead.ts'
import type { PrepareContext, Prepared } from './prepared.ts'
import { restoreAlert } from './restore-alert.ts'

const usefulMs = 2 * hourMs

/** Returns what a follow-up says right now, or why it must not be sent. */
export async function prepareFollowUp(
  transaction: DatabaseTransaction,
  context: PrepareContext,
): Promise<Prepared> {
  const { message, settings, nowMs } = context
  const followed = await findFollowed(transaction, message)
  const alert = followed && (await restoreAlert(transaction, settings.rules, followed, nowMs))
  const signal = alert?.items.find(({ id }) => id === message.signalId)
  if (followed === undefined || alert === undefined || signal === undefined) return { refused: 'deleted' }
  // A replay too has nothing to say then.
  if (findTakenLead(signal) === undefined) return refuse('not_taken')
  if (!message.isReplay) {
    // Not by `expires_at`: a process of the version before would expire it as an alert of a rule, which it has not.
    if (nowMs - message.createdAt.getTime() >= usefulMs) return { refused: 'expired' }
    if (await isFromRecipient(transaction, takerOf(signal, alert), context))
      return refuse('recipient_took_it')
  }
  return { ready: { followUp: { alert, follows: followed.messageId, signal } }, signalIds: [] }
}

/** These reasons pass: the follow-up is due again once someone else takes the signal. */
function refuse(refused: FollowUpRefusal): Prepared {
  return { refused }
}

/** Whom a rule gave a signal has not taken it by that. */
function takerOf({ id, assignedTo }: Signal, { acknowledgedBy }: Alert): string | undefined {
  return assignedTo !== undefined && !isRouted(assignedTo) ? assignedTo.userId : acknowledgedBy?.[id]
}

async function isFromRecipient(
  transaction: DatabaseTransaction,
  taker: string | undefined,
  { message: { orgId, channelId, recipient }, channel: { kind } }: PrepareContext,
): Promise<boolean> {
  if (taker === undefined || kind.findRecipient === undefined) return false
  const personIds = [taker]
  const person = (await readStepPeople(transaction, { orgId, channelId, personIds })).get(taker)
  return person !== undefined && kind.findRecipient(person)?.toLowerCase() === recipient.toLowerCase()
}
