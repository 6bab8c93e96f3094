import { minuteMs, secondMs } from '@signalpost/domain'
import type { WarehouseState } from './list-warehouse-states.ts'

type Described = Pick<
  WarehouseState,
  | 'state'
  | 'reason'
  | 'failingSince'
  | 'lagRows'
  | 'lagSeconds'
  | 'lastSyncAt'
  | 'dueAt'
  | 'rejectedRows'
  | 'tables'
>

const overdueMs = minuteMs

/** Says in one sentence, or two, whether what analysts see is complete. */
export function describeState(warehouse: Described, nowMs: number): string {
  const { state, reason, failingSince, lagRows, lagSeconds, lastSyncAt, dueAt } = warehouse
  if (state === 'paused') return `Paused: nothing is written to it. ${waiting(lagRows)}`
  if (state === 'degraded') {
    const since = failingSince === null ? '' : ` for ${duration(nowMs - failingSince.getTime())}`
    return `Degraded${since}: ${sentence(reason ?? 'The last sync failed.')} It is tried again by itself, and delays nothing else.`
  }
  const overdueByMs = nowMs - dueAt.getTime()
  if (state === 'idle' && overdueByMs > overdueMs) {
    return `No worker has looked at it for ${duration(overdueByMs)}. ${waiting(lagRows)}`
  }
  if (lastSyncAt === null && lagRows > 0) return `Not filled yet. ${waiting(lagRows)}${rest(warehouse)}`
  if (lagRows > 0) {
    return `Catching up: ${rows(lagRows)} ${lagRows === 1 ? 'waits' : 'wait'}, the first for ${duration(lagSeconds * secondMs)}.${rest(warehouse)}`
  }
  return `In sync: it has everything that changed${setAside(warehouse)}.`
}

function setAside({ rejectedRows }: Described): string {
  return rejectedRows === 0 ? '' : `, except ${rows(rejectedRows)} that it refuses`
}

function waiting(lagRows: number): string {
  if (lagRows === 0) return 'No row waits.'
  return `${rows(lagRows)} ${lagRows === 1 ? 'waits' : 'wait'}.`
}

/** How long it will take at the speed of the last measurement. */
function rest({ lagRows, tables }: Described): string {
  const perSecond = tables.reduce((sum, { rowsPerSecond }) => sum + rowsPerSecond, 0)
  return perSecond < 1 ? '' : ` About ${duration((lagRows / perSecond) * secondMs)} remain.`
}

function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / secondMs))
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
