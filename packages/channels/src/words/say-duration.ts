import { dayMs, hourMs, minuteMs, secondMs } from '@signalpost/domain'

/** Returns a duration as people say it: `40 s`, `15 min`, `1 h 30 min`, `3 days`. */
export function sayDuration(ms: number, [day, days]: [day: string, days: string]): string {
  const whole = (unitMs: number) => Math.floor(ms / unitMs)
  if (ms < minuteMs) return `${Math.max(1, whole(secondMs))} s`
  if (ms < hourMs) return `${whole(minuteMs)} min`
  const minutes = whole(minuteMs) % 60
  if (ms < dayMs) return minutes === 0 ? `${whole(hourMs)} h` : `${whole(hourMs)} h ${minutes} min`
  return whole(dayMs) === 1 ? `1 ${day}` : `${whole(dayMs)} ${days}`
}
