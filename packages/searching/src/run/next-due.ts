import { createHash } from 'node:crypto'
import {
  cronSchema,
  dayMs,
  hourMs,
  type Listener,
  minuteMs,
  nextCronMs,
  timeZoneSchema,
} from '@signalpost/domain'

const unscheduledMs = hourMs
/** By what share a period varies either way, so that listeners made together do not stay together. */
const variation = 0.1
const latestAfterCronMs = minuteMs
/** The store's clock ends before the longest period that an event may name. */
const longestMs = 365 * dayMs

/**
 * Returns in how long a listener is due again. One listener varies from its period always by the same share. An event may
 * bring a schedule that names no moment to come: it counts as none.
 */
export function dueInMs({ id, schedule }: Pick<Listener, 'id' | 'schedule'>, nowMs: number): number {
  const share = shareOf(id)
  if (schedule !== null && 'cron' in schedule && namesMoments(schedule)) {
    const { cron, timezone: timeZone } = schedule
    return nextCronMs({ cron, timeZone }, nowMs) - nowMs + share * latestAfterCronMs
  }
  const periodMs =
    schedule !== null && 'everyMinutes' in schedule ? schedule.everyMinutes * minuteMs : unscheduledMs
  return Math.min(longestMs, periodMs * (1 - variation + 2 * variation * share))
}

/** Whether a listener runs at moments of cron, and not in a period from its last run. */
export function runsAtMoments({ schedule }: Pick<Listener, 'schedule'>): boolean {
  return schedule !== null && 'cron' in schedule && namesMoments(schedule)
}

/** Whether a schedule is one by which the listener runs. What is none runs about once an hour. */
export function isSchedule(schedule: Listener['schedule']): boolean {
  return schedule !== null && (!('cron' in schedule) || namesMoments(schedule))
}

function namesMoments({ cron, timezone }: { cron: string; timezone: string }): boolean {
  return cronSchema.safeParse(cron).success && timeZoneSchema.safeParse(timezone).success
}

/** Returns a number from 0 to 1 that is always the same for a text. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}
