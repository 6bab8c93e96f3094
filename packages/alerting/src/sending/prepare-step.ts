import type { DatabaseTransaction } from '@signalpost/database'
import {
  findFirstMessage,
  isBeingTaken,
  type Message,
  readDigestItems,
  readStoringsMs,
  type StepReference,
  suppressDispatches,
} from '@signalpost/database/dispatches'
import { findSignal } from '@signalpost/database/records'
import { getEscalation, type StoredEscalation } from '@signalpost/database/rules'
import {
  findTaken,
  instantOf,
  isSilenced,
  type Signal,
  secondMs,
  sendableMs,
  stepDueMs,
  takingEventTypes,
} from '@signalpost/domain'
import { describeStep } from './describe-step.ts'
import { findPeople } from './people/find-people.ts'
import type { PostponedReason, PrepareContext, Prepared } from './prepared.ts'

/** Returns what a step of an escalation says right now, or why it must not be sent, or not yet. */
export async function prepareStep(
  transaction: DatabaseTransaction,
  step: StepReference,
  context: PrepareContext,
): Promise<Prepared> {
  const { message, nowMs } = context
  const { orgId } = message
  // Not from memory: what ended it holds at once, and a new escalation is known as soon as it sends.
  const escalation = await getEscalation(transaction, { escalationId: step.escalationId, orgId })
  const { signals, refused } = await readUntaken(transaction, escalation, context)
  const [first] = signals
  if (first === undefined) return { refused: refused ?? 'deleted' }
  const signalIds = signals.map(({ id }) => id)
  if (!message.isReplay) {
    const postponed = await findPostponement(transaction, { step, escalation, signalIds, nowMs })
    if (postponed !== undefined) return postponed
  }
  return {
    ready: {
      alert: {
        ...{ kind: 'instant', orgId, ruleId: escalation.escalationId, ruleName: escalation.name },
        ...{ raisedAt: instantOf(message.createdAt.getTime()), sentMs: nowMs },
        ...{ items: signals, total: signals.length },
        ...(await findPeople(transaction, signals)),
        ...(await describeStep(transaction, {
          ...{ step, definition: escalation.definition, about: message, items: signals },
          raisedMs: message.createdAt.getTime(),
        })),
        ...(await findThread(transaction, message, signalIds)),
      },
    },
    signalIds,
  }
}

/** Returns the signals that still need the step. Where several share a message, suppresses the others permanently. */
async function readUntaken(
  transaction: DatabaseTransaction,
  escalation: StoredEscalation,
  context: PrepareContext,
): Promise<{ signals: Signal[]; refused: string | undefined }> {
  const { orgId, ruleId, channelId, signalId, digestId } = context.message
  const items =
    digestId === null
      ? [
          {
            signalId: signalId ?? '',
            signal: await findSignal(transaction, { orgId, signalId: signalId ?? '' }),
          },
        ]
      : await readDigestItems(transaction, { orgId, digestId })
  const signals: Signal[] = []
  let refused: string | undefined
  for (const item of items) {
    const reason = findRefusal(escalation, item.signal, context)
    if (reason === undefined && item.signal !== undefined) signals.push(item.signal)
    else {
      refused = reason ?? 'deleted'
      if (digestId === null) continue
      const keys = [{ ruleId: ruleId ?? '', channelId, signalId: item.signalId }]
      await suppressDispatches(transaction, orgId, { keys, reason: refused })
    }
  }
  return { signals, refused }
}

function findRefusal(
  { endedAt, definition }: StoredEscalation,
  signal: Signal | undefined,
  { message, settings, nowMs }: PrepareContext,
): string | undefined {
  if (signal === undefined) return 'deleted'
  if (message.isReplay) return undefined
  if (endedAt !== null) return 'escalation_ended'
  if (findTaken(signal, definition.unless) !== undefined) return 'taken'
  return isSilenced(settings.silences, { signal, ruleId: message.ruleId ?? '', nowMs })
    ? 'silenced'
    : undefined
}

/** Returns until when a step must wait, and why; undefined if it may be sent now. */
async function findPostponement(
  transaction: DatabaseTransaction,
  {
    step,
    escalation: { orgId, escalationId, definition },
    signalIds,
    nowMs,
  }: { step: StepReference; escalation: StoredEscalation; signalIds: string[]; nowMs: number },
): Promise<{ postponedUntilMs: number; reason: PostponedReason } | undefined> {
  // A step that an edit removed is sent at the time that it had.
  if (step.step <= definition.steps.length) {
    const storingsMs = await readStoringsMs(transaction, { orgId, escalationId, signalIds })
    const dueMs = Math.max(...storingsMs.map((storedAtMs) => stepDueMs(definition, storedAtMs, step)))
    if (dueMs > nowMs) return { postponedUntilMs: dueMs, reason: 'not_due' }
  }
  const openMs = sendableMs(definition, nowMs)
  if (openMs > nowMs) return { postponedUntilMs: openMs, reason: 'business_hours' }
  const types = takingEventTypes(definition.unless)
  if (await isBeingTaken(transaction, { orgId, signalIds, types, nowMs }))
    return { postponedUntilMs: nowMs + secondMs, reason: 'being_taken' }
  return undefined
}

/** Mails about a signal to one address belong together. */
async function findThread(
  transaction: DatabaseTransaction,
  { orgId, messageId, recipient }: Message,
  [signalId = '']: readonly string[],
): Promise<{ thread?: string }> {
  if (recipient === '') return {}
  const first = await findFirstMessage(transaction, { orgId, signalId, recipient })
  return first === undefined || first === messageId ? {} : { thread: first }
}
