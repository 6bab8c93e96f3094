import { createHash } from 'node:crypto'
import { hourMs, type Listener, minuteMs, nextCronMs } from '@signalpost/domain'

const unscheduledMs = hourMs
/** By what share a period varies either way, so that listeners made together do not stay together. */
const variation = 0.1
const latestAfterCronMs = minuteMs

/** Returns in how long a listener is due again. One listener varies from its period always by the same share. */
export function dueInMs({ id, schedule }: Pick<Listener, 'id' | 'schedule'>, nowMs: number): number {
  const share = shareOf(id)
  if (schedule !== null && 'cron' in schedule) {
    const { cron, timezone: timeZone } = schedule
    return nextCronMs({ cron, timeZone }, nowMs) - nowMs + share * latestAfterCronMs
  }
  const periodMs = schedule === null ? unscheduledMs : schedule.everyMinutes * minuteMs
  return periodMs * (1 - variation + 2 * variation * share)
}

/** Returns a number from 0 to 1 that is always the same for a text. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}
