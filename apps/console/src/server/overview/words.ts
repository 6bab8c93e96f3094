import { nameFailure } from '@signalpost/domain'
import type { Facts } from './facts.ts'

/** `1 delivery`, `1,204 deliveries` */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** `42 s`, `3 min`, `2 h`, `5 d` */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}

/** The name of a source, or its id where there is no such source any more. */
export function sourceName({ sources }: Facts, sourceId: string): string {
  return sources.find((source) => source.sourceId === sourceId)?.name ?? sourceId
}

/** The same for a channel. */
export function channelName({ channels }: Facts, channelId: string): string {
  return channels.find((channel) => channel.channelId === channelId)?.name ?? channelId
}

/** A finding names the cause; the page of the channel or warehouse has all of a long error. */
const longestReason = 200

/** ` (invalid auth)`, or nothing */
export function because(reason: string | null): string {
  if (reason === null) return ''
  const shown = reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason
  return ` (${nameFailure(shown)})`
}
