import { type Database, type DatabaseTransaction, isStoreFault } from '@signalpost/database'
import {
  type EscalationRun,
  findDueWorkspaces,
  insertDispatches,
  insertMessages,
  lockDueRuns,
  moveRuns,
  type NewDispatch,
  type NewMessage,
  type RunMove,
  readStepPeople,
  type StepReference,
  stepKeyOf,
  suppressTakenSteps,
} from '@signalpost/database/dispatches'
import {
  type EscalationDefinition,
  type EscalationStep,
  firstStepFrom,
  isSilenced,
  minuteMs,
  placeAfter,
  type Signal,
  sendableMs,
  stepDueMs,
} from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'
import type { AlertMetrics } from '../alert-metrics.ts'
import type { AlertSettings, AlertSettingsCache, ConfiguredChannel } from '../alert-settings.ts'
import { findTakenRun, type TimeToTaken } from './end-taken.ts'

type Dependencies = {
  database: Database
  settings: AlertSettingsCache
  metrics: AlertMetrics
  logger: Logger
  nowMs: () => number
}

type Context = { orgId: string; settings: AlertSettings; nowMs: number }

/** What one look at a run decides. */
type Advance = {
  move: RunMove
  dispatches?: NewDispatch[]
  messages?: NewMessage[]
  time?: TimeToTaken
}

const advancedAtOnce = 200
const brokenPauseMs = 10 * minuteMs

/**
 * Sends the steps that are due, and ends the escalations that need no more. One transaction writes a step's dispatch
 * and messages and moves its run on, so a step is written once, also if workers die. Returns how many steps are sent.
 */
export async function advanceEscalations(
  dependencies: Dependencies,
  { shouldStop }: { shouldStop: () => boolean },
): Promise<number> {
  const { database, settings, nowMs } = dependencies
  const workspaces = await findDueWorkspaces(database, nowMs())
  if (workspaces.length === 0) return 0
  await settings.refresh()
  let sent = 0
  for (const orgId of workspaces) {
    for (let more = true; more && !shouldStop(); ) {
      const done = await advanceInWorkspace(dependencies, orgId)
      sent += done.sent
      more = done.looked === advancedAtOnce
    }
  }
  return sent
}

async function advanceInWorkspace(
  dependencies: Dependencies,
  orgId: string,
): Promise<{ looked: number; sent: number }> {
  try {
    return await advanceSome(dependencies, { orgId, limit: advancedAtOnce })
  } catch (error) {
    if (isStoreFault(error)) throw error
    // One broken run must not hold up those behind it.
    return advanceAlone(dependencies, orgId)
  }
}

async function advanceAlone(
  dependencies: Dependencies,
  orgId: string,
): Promise<{ looked: number; sent: number }> {
  const total = { looked: 0, sent: 0 }
  for (;;) {
    let locked: EscalationRun | undefined
    try {
      const one = await advanceSome(dependencies, { orgId, limit: 1 }, ([run]) => {
        locked = run
      })
      if (one.looked === 0 || total.looked === advancedAtOnce) return total
      total.looked += one.looked
      total.sent += one.sent
    } catch (error) {
      if (isStoreFault(error) || locked === undefined) throw error
      const { escalationId, signalId, place } = locked
      dependencies.logger.error({ orgId, escalationId, signalId, ...place, err: error }, 'escalation.broken')
      const nowMs = dependencies.nowMs()
      const move = { escalationId, signalId, place, dueMs: nowMs + brokenPauseMs }
      await dependencies.database
        .transaction()
        .execute((transaction) => moveRuns(transaction, orgId, { moves: [move], nowMs }))
    }
  }
}

async function advanceSome(
  { database, settings, metrics, logger, nowMs }: Dependencies,
  { orgId, limit }: { orgId: string; limit: number },
  onLock: (runs: EscalationRun[]) => void = () => undefined,
): Promise<{ looked: number; sent: number }> {
  // Read before the transaction, since it may need another connection.
  const context = { orgId, settings: await settings.get(orgId), nowMs: nowMs() }
  const { runs, advances } = await database.transaction().execute(async (transaction) => {
    const locked = await lockDueRuns(transaction, { orgId, nowMs: context.nowMs, limit })
    onLock(locked)
    const advanced: Advance[] = []
    for (const run of locked) advanced.push(await advance(transaction, run, context))
    const dispatches = advanced.flatMap((one) => one.dispatches ?? [])
    await insertDispatches(transaction, orgId, { dispatches, nowMs: context.nowMs })
    const messages = advanced.flatMap((one) => one.messages ?? [])
    await insertMessages(transaction, messages, context.nowMs)
    const moves = advanced.map(({ move }) => move)
    await moveRuns(transaction, orgId, { moves, nowMs: context.nowMs })
    const ended = moves.filter((move) => 'outcome' in move && move.outcome === 'taken')
    await suppressTakenSteps(transaction, orgId, { runs: ended, nowMs: context.nowMs })
    return { runs: locked, advances: advanced }
  })
  metrics.observeTaken(advances.flatMap(({ time }) => time ?? []))
  const sent = advances.filter(({ messages = [] }) => messages.length > 0).length
  if (runs.length > 0) logger.info({ orgId, runs: runs.length, sent }, 'escalations.advanced')
  return { looked: runs.length, sent }
}

async function advance(
  transaction: DatabaseTransaction,
  run: EscalationRun,
  context: Context,
): Promise<Advance> {
  const { escalationId, signalId, storedAt, escalation, signal } = run
  const { definition, isEnded } = escalation
  const { nowMs } = context
  const about = { escalationId, signalId }
  if (isEnded) return { move: { ...about, outcome: 'ended' } }
  if (signal === undefined) return { move: { ...about, outcome: 'deleted' } }
  const taken = findTakenRun(run)
  if (taken !== undefined) return taken
  const place = firstStepFrom(definition, run.place)
  if (place === undefined) return { move: { ...about, place: run.place, dueMs: undefined } }
  const dueMs = stepDueMs(definition, storedAt.getTime(), place)
  const sendMs = Math.max(dueMs, sendableMs(definition, nowMs))
  if (sendMs > nowMs) return { move: { ...about, place, dueMs: sendMs } }
  const next = firstStepFrom(definition, placeAfter(place))
  return {
    move: {
      ...about,
      place: placeAfter(place),
      dueMs: next && stepDueMs(definition, storedAt.getTime(), next),
    },
    ...(await writeStep(transaction, { step: { escalationId, ...place }, signal, definition }, context)),
  }
}

async function writeStep(
  transaction: DatabaseTransaction,
  {
    step: reference,
    signal,
    definition,
  }: { step: StepReference; signal: Signal; definition: EscalationDefinition },
  { orgId, settings, nowMs }: Context,
): Promise<{ dispatches: NewDispatch[]; messages: NewMessage[] }> {
  const ruleId = stepKeyOf(reference)
  const signalId = signal.id
  const step = definition.steps[reference.step - 1]
  const channel = step && settings.channels.get(step.channelId)
  if (step === undefined || channel === undefined) throw new Error('The channel of a step cannot be read.')
  const { channelId } = channel
  const reason = channel.isDisabled
    ? 'channel_disabled'
    : isSilenced(settings.silences, { signal, ruleId, nowMs })
      ? 'silenced'
      : undefined
  const dispatch = {
    ...{ ruleId, channelId, signalId, step: reference, isInstant: true },
    ...(reason === undefined ? { status: 'pending' as const } : { status: 'suppressed' as const, reason }),
  }
  if (reason !== undefined) return { dispatches: [dispatch], messages: [] }
  const recipients = await recipientsOf(transaction, channel, step)
  const messages = recipients.map((recipient) => ({
    ...{ kind: 'instant' as const, orgId, channelId, recipient, ruleId, signalId, dueMs: nowMs },
  }))
  return { dispatches: [dispatch], messages }
}

/** A step for a person goes to them alone where the channel can reach them, else to the channel. */
async function recipientsOf(
  transaction: DatabaseTransaction,
  { orgId, channelId, kind, settings }: ConfiguredChannel,
  { personId }: EscalationStep,
): Promise<string[]> {
  const personIds = personId === undefined ? [] : [personId]
  const [person] = (await readStepPeople(transaction, { orgId, channelId, personIds })).values()
  const own = person === undefined ? undefined : kind.findRecipient?.(person)
  return own === undefined ? kind.recipients(settings) : [own]
}
