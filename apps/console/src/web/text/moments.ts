const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `42 s`, `1 min 20 s` or `2 h`: the two greatest units of a duration. */
export function wordsOfSeconds(seconds: number): string {
  const at = units.findIndex(([, size]) => seconds >= size)
  if (at === -1) return '0 s'
  let left = Math.round(seconds)
  const words = units.slice(at, at + 2).flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return words.join(' ')
}

/** `now`, `42 s ago`, `3 min ago`: what has happened never lies ahead, although the clock of this browser may be behind. */
export function pastTime(at: Date, nowMs: number): string {
  return relativeTime(at, Math.max(nowMs, at.getTime()))
}

/** The same for what may lie ahead: `in 2 h` */
export function relativeTime(at: Date, nowMs: number): string {
  const seconds = Math.round((nowMs - at.getTime()) / 1000)
  const [unit, size] = units.find(([, least]) => Math.abs(seconds) >= least) ?? ['s', 1]
  const count = Math.floor(Math.abs(seconds) / size)
  if (count === 0) return 'now'
  return seconds > 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`
}

/** The same for what comes next: `in 42 s`, `now`, and `due 3 min ago` where it is late. */
export function nextTime(at: Date, nowMs: number): string {
  const lateMs = nowMs - at.getTime()
  if (lateMs < 0) return relativeTime(at, nowMs)
  return lateMs < 60_000 ? 'now' : `due ${relativeTime(at, nowMs)}`
}

const [day, minute] = [{ dateStyle: 'medium' }, { timeStyle: 'short' }] as const
const shown = {
  minute: new Intl.DateTimeFormat('en-GB', { ...day, ...minute }),
  second: new Intl.DateTimeFormat('en-GB', { ...day, timeStyle: 'medium' }),
}

/** `20 Nov 2026, 10:00:00` or, to the minute, `20 Nov 2026, 10:00`, in the reader's time zone. */
export function localTime(at: Date, to: keyof typeof shown = 'second'): string {
  return shown[to].format(at)
}

/** `Fri, 20 Nov`, in the reader's time zone. */
export function localDay(at: Date): string {
  return shownDay.format(at)
}

const shownDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

const universal = /\d{4}-\d\d-\d\d(?:T[\d:.]+Z| \d\d:\d\d UTC)/g

/** Puts the moments of a sentence of ours, which are in UTC for all who read it, into the reader's time zone. */
export function inReadersZone(sentence: string): string {
  return sentence.replace(universal, (text) => {
    const at = new Date(text.replace(' UTC', 'Z').replace(' ', 'T'))
    return Number.isNaN(at.getTime()) ? text : localTime(at, 'minute')
  })
}

/** `2026-11-20 09:00:00.123 UTC`, to compare with logs and with what readers elsewhere see. */
export function universalTime(at: Date): string {
  return `${at.toISOString().replace('T', ' ').replace('Z', '')} UTC`
}
