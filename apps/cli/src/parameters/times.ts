import { parseInstant } from '@signalpost/domain'
import { z } from 'zod'

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const longestMs = 3650 * unitsMs.d
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** A moment in Unix milliseconds, computed from the current time. */
export type Moment = (nowMs: number) => number

/** Parses `30s`, `30m`, `24h`, `7d` or `0` to milliseconds, ten years at most. */
export const durationMs = z.string().transform((text, context) => {
  const ms = text === '0' ? 0 : findDurationMs(text)
  if (ms !== undefined) return ms
  context.addIssue('expected a duration such as 30m, 24h or 7d')
  return z.NEVER
})

/** Returns what `durationMs` parses to this duration, in the greatest unit that divides it. */
export function durationText(ms: number): string {
  const [unit, unitMs] = Object.entries(unitsMs).findLast(([, one]) => ms % one === 0) ?? ['s', unitsMs.s]
  return `${ms / unitMs}${unit}`
}

/** Parses an ISO time, or a relative one that lies in the past. */
export const pastMoment = momentSchema(-1)

/** Parses an ISO time, or a relative one that lies in the future. */
export const futureMoment = momentSchema(1)

function momentSchema(direction: 1 | -1) {
  return z.string().transform((text, context): Moment => {
    const offsetMs = findDurationMs(text)
    if (offsetMs !== undefined) return (nowMs) => nowMs + direction * offsetMs
    const instant = parseInstant(isoDate.test(text) ? `${text}T00:00:00Z` : text)
    if (instant !== undefined) return () => Date.parse(instant)
    context.addIssue('expected a time such as 2026-11-20T09:00:00Z, or relative such as 30m, 24h or 7d')
    return z.NEVER
  })
}

function findDurationMs(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  // The expression matches no other unit.
  const ms = Number(count) * unitsMs[unit as keyof typeof unitsMs]
  return ms <= longestMs ? ms : undefined
}
