import {
  type Escalation,
  findTaken,
  firstStep,
  type Instant,
  instantOf,
  type SignalRegisters,
  type SignalState,
  shouldEscalate,
  signalFrom,
  stepDueMs,
  stepsFrom,
  type Taking,
  withRegistersUntil,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** What one step would have done with a signal. */
export type EscalationPreviewItem = {
  signalId: string
  channelId: string
  round: number
  step: number
  /** When it would have been due. */
  at: Instant
  decision: 'send' | 'none'
  /** Someone had taken the signal. */
  reason?: 'taken'
}

export type EscalationPreview = {
  items: EscalationPreviewItem[]
  /** How many signals were examined, how many of them escalate, and how many of those were taken before the first step. */
  signals: number
  escalating: number
  takenInTime: number
  /** The titles of the signals in `items`. */
  titles: Map<string, string>
  /** Whether there are older signals since the time that were not examined. */
  isCut: boolean
}

type Definition = Omit<Escalation, 'id' | 'name'> & { unless: Taking[] }
type Row = { id: string; state: SignalState; registers: SignalRegisters | null; storedAt: Date }

const readAtOnce = 1_000

/**
 * Returns what an escalation would have done with the signals first stored since a time, at most the last `signalsAtMost`
 * of them, in the order of storing. It considers who took them when; steps to come are shown as sent.
 */
export async function previewEscalation(
  database: Database,
  { orgId, definition }: { orgId: string; definition: Definition },
  { since, signalsAtMost }: { since: Date; signalsAtMost: number },
): Promise<EscalationPreview> {
  const { rows: keys } = await sql<{ id: string }>`
    select signal_id as id from signals
    where org_id = ${orgId} and stored_at >= ${since} and relevance_score is not null
    order by stored_at desc, signal_id desc limit ${signalsAtMost + 1}`.execute(database)
  const examined = keys.slice(0, signalsAtMost).reverse()
  const found: EscalationPreview = {
    ...{ items: [], signals: 0, escalating: 0, takenInTime: 0, titles: new Map() },
    isCut: keys.length > signalsAtMost,
  }
  for (let from = 0; from < examined.length; from += readAtOnce) {
    const chunk = examined.slice(from, from + readAtOnce).map(({ id }) => id)
    const { rows } = await sql<Row>`
      select s.signal_id as id, s.state, r.state as registers, stored_at as "storedAt"
      from signals s left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id
      where s.org_id = ${orgId} and s.signal_id = any(${chunk})
      order by stored_at, s.signal_id`.execute(database)
    for (const row of rows) examine(found, orgId, { row, definition })
  }
  return found
}

function examine(
  found: EscalationPreview,
  orgId: string,
  { row: { id, state, registers, storedAt }, definition }: { row: Row; definition: Definition },
): void {
  const signal = signalFrom({ orgId, id, state }, registers ?? undefined)
  if (signal === undefined) return
  found.signals += 1
  const storedAtMs = storedAt.getTime()
  const asStored = withRegistersUntil(signal, instantOf(storedAtMs))
  if (!shouldEscalate(definition, { signal: asStored, storedAtMs, atMs: storedAtMs })) return
  const taken = findTaken(signal, definition.unless)
  const items = stepsFrom(definition, firstStep).map((place): EscalationPreviewItem => {
    const dueMs = stepDueMs(definition, storedAtMs, place)
    const isTaken = taken !== undefined && taken.atMs <= dueMs
    return {
      ...{ signalId: id, channelId: definition.steps[place.step - 1]?.channelId ?? '', ...place },
      at: instantOf(dueMs),
      ...(isTaken ? { decision: 'none', reason: 'taken' } : { decision: 'send' }),
    }
  })
  found.escalating += 1
  if (items[0]?.decision === 'none') found.takenInTime += 1
  found.items.push(...items)
  found.titles.set(id, signal.title)
}
