import { createHash } from 'node:crypto'
import { deriveId, findSlackInteraction, type SlackAction, type SlackInteraction } from '@signalpost/channels'
import type { ReceivedEvent } from '@signalpost/database/ledger'
import {
  type Assignment,
  compareEventKeys,
  type EventKey,
  type Feedback,
  type Instant,
  isRouted,
  momentAfter,
  type SignalRegisters,
} from '@signalpost/domain'

type Options = {
  orgId: string
  /** Our users by their ids on Slack's side. */
  users: Record<string, string>
  receivedAtMs: number
  findRegisters: (signalId: string) => Promise<SignalRegisters | undefined>
}

/**
 * Returns the event for a click on one of our buttons. A body that is not such a click gets no type. The id covers
 * everything that Slack says about the click, so repetitions are one event. The date is set here, from the clock and
 * the stored state: clicks keep the order in which people made them, in whatever order they are applied.
 */
export async function readInteraction(
  body: Buffer,
  { orgId, users, receivedAtMs, findRegisters }: Options,
): Promise<ReceivedEvent> {
  const click = findSlackInteraction(body)
  if (click === undefined) return { eventId: createHash('sha256').update(body).digest('hex'), type: null }
  const registers = await findRegisters(click.signalId)
  const { signalId, team, user } = click
  // Slack chose the id, so it may be the name of an inherited member.
  const known = Object.hasOwn(users, user) ? users[user] : undefined
  const { type, occurredAt, register } = changeOf(click.action, known ?? `slack:${team}:${user}`, {
    registers,
    receivedAtMs,
  })
  const id = eventIdOf(click)
  return {
    eventId: id,
    type,
    recordId: signalId,
    event: { id, type, occurredAt, orgId, data: { signalId, ...register } },
  }
}

type Stored = { registers: SignalRegisters | undefined; receivedAtMs: number }

// A click that changes nothing repeats the stored value, so that no reader sees a change.

function changeOf(action: SlackAction, userId: string, stored: Stored) {
  switch (action) {
    case 'assign':
      return assignTo(userId, stored)
    case 'unassign':
      return clear('assignedTo', userId, stored)
    case 'acknowledge':
      return acknowledge(userId, stored)
    case 'clearVerdict':
      return clear('feedback', userId, stored)
    default:
      return judge(action, userId, stored)
  }
}

function acknowledge(by: string, { registers, receivedAtMs }: Stored) {
  // The earliest value counts, so a later click changes nothing.
  const occurredAt = dateAfter(receivedAtMs, [registers?.deletedBy])
  return { type: 'signal.acknowledged', occurredAt, register: { acknowledgedAt: occurredAt, by } }
}

function assignTo(userId: string, { registers, receivedAtMs }: Stored) {
  const stored = registers?.assignedTo
  const occurredAt = dateAfter(receivedAtMs, [stored?.key, registers?.deletedBy])
  const assignedTo: Assignment =
    stored?.value?.userId === userId && !isRouted(stored.value)
      ? stored.value
      : { userId, at: occurredAt, by: userId }
  return { type: 'signal.assigned', occurredAt, register: { assignedTo, by: userId } }
}

const clearedBy = { assignedTo: 'signal.assigned', feedback: 'signal.feedback' } as const

function clear(name: keyof typeof clearedBy, by: string, { registers, receivedAtMs }: Stored) {
  const occurredAt = dateAfter(receivedAtMs, [registers?.[name]?.key, registers?.deletedBy])
  return { type: clearedBy[name], occurredAt, register: { [name]: null, by } }
}

function judge(verdict: Feedback['verdict'], by: string, { registers, receivedAtMs }: Stored) {
  const stored = registers?.feedback
  const occurredAt = dateAfter(receivedAtMs, [stored?.key, registers?.deletedBy])
  const feedback: Feedback = stored?.value?.verdict === verdict ? stored.value : { verdict, at: occurredAt }
  return { type: 'signal.feedback', occurredAt, register: { feedback, by } }
}

function dateAfter(nowMs: number, stored: (EventKey | null | undefined)[]): Instant {
  const keys = stored.filter((key) => key != null)
  return momentAfter(nowMs, keys.toSorted(compareEventKeys).at(-1))
}

function eventIdOf({ team, channel, messageTs, actionTs, user, action, signalId }: SlackInteraction): string {
  return deriveId('slk_', {
    text: [team, channel, messageTs, actionTs, user, action, signalId].join(' '),
    at: new Date(Number(actionTs) * 1000).toISOString(),
  })
}
