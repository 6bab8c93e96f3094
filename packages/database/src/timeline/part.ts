import {
  instantOf,
  type SignalRegisters,
  type SignalState,
  type TimelineGap,
  type TimelineStage,
  type TimelineStep,
} from '@signalpost/domain'

/** What is known of one stage. */
export type Part = { steps: TimelineStep[]; gaps: TimelineGap[] }

/** The signal that a timeline is about, as it is stored now. */
export type Subject = {
  orgId: string
  signalId: string
  /** How long the ledger keeps deliveries. */
  ledgerDays: number
  nowMs: number
  state: SignalState | undefined
  registers: SignalRegisters | undefined
  /** When it was first stored. */
  storedAt: Date | null
  /** The version of its row in warehouses. */
  version: string
  /** Whether only a tombstone is left: then no text of others may be shown. */
  isErased: boolean
}

/** The most rows of one kind that a timeline reads from each end. */
export const readAtEachEnd = 100

/** How long messages and attempts are kept. */
export const messageDays = 30

/** A part with a gap where it has no step. */
export function partOf(
  stage: TimelineStage,
  steps: TimelineStep[],
  { reason, leftOut }: { reason: string; leftOut?: string | undefined },
): Part {
  const gaps: TimelineGap[] = []
  if (steps.length === 0) gaps.push({ stage, reason })
  if (leftOut !== undefined) gaps.push({ stage, reason: leftOut })
  return { steps, gaps }
}

/** Returns why rows are missing: there are more than are shown. `atLeast` says that even `found` is not all. */
export function leftOutOf(
  what: string,
  { found, shown, atLeast = false }: { found: number; shown: number; atLeast?: boolean },
): string | undefined {
  const missing = found - shown
  if (missing <= 0) return undefined
  const count = `${atLeast ? 'more than ' : ''}${missing.toLocaleString('en-US')}`
  return `${count} more ${what} ${missing === 1 ? 'is' : 'are'} left out`
}

export function isOlderThanDays(date: Date | null, days: number, nowMs: number): boolean {
  return date !== null && nowMs - date.getTime() > days * 86_400_000
}

export function instantOfDate(date: Date): string {
  return instantOf(date.getTime())
}

/** Counts with their noun: `1 attempt`, `2 attempts`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
