import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { instantOf } from '@signalpost/domain'
import { z } from 'zod'

const fixture = fileURLToPath(new URL('../../../fixtures/signals.open.ndjson', import.meta.url))

const person = z.looseObject({ at: z.string() })
const signalSchema = z.looseObject({
  id: z.string(),
  firstSeenAt: z.string(),
  postedAt: z.string(),
  publishedAt: z.string().optional(),
  readAt: z.string().optional(),
  alertedAt: z.string().optional(),
  assignedTo: person.optional(),
  feedback: person.optional(),
  urgency: z.string().optional(),
  relevanceScore: z.number(),
  scoreVersion: z.number().optional(),
  accountKey: z.string().optional(),
  subjectName: z.string().optional(),
  subjectOrg: z.looseObject({ name: z.string().optional() }).optional(),
})

export type DemoSignal = z.infer<typeof signalSchema>

const ageOfNewestMs = 60_000

/** Reads the signals of the demo, with their original times. */
export async function readDemoSignals(): Promise<DemoSignal[]> {
  const text = await readFile(fixture, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => signalSchema.parse(JSON.parse(line)))
}

/** Returns the shift of all times that makes the newest of them a minute old. */
export function demoShiftMs(signals: readonly DemoSignal[], nowMs: number): number {
  return nowMs - ageOfNewestMs - newestMsOf(signals)
}

export function newestMsOf(signals: readonly DemoSignal[]): number {
  return Math.max(...signals.flatMap(timesOf).map((time) => Date.parse(time)))
}

export function moveTimes(signal: DemoSignal, shiftMs: number): DemoSignal {
  const move = (time: string) => instantOf(Date.parse(time) + shiftMs)
  const { publishedAt, readAt, alertedAt, assignedTo, feedback } = signal
  return {
    ...signal,
    firstSeenAt: move(signal.firstSeenAt),
    postedAt: move(signal.postedAt),
    ...(publishedAt !== undefined && { publishedAt: move(publishedAt) }),
    ...(readAt !== undefined && { readAt: move(readAt) }),
    ...(alertedAt !== undefined && { alertedAt: move(alertedAt) }),
    ...(assignedTo !== undefined && { assignedTo: { ...assignedTo, at: move(assignedTo.at) } }),
    ...(feedback !== undefined && { feedback: { ...feedback, at: move(feedback.at) } }),
  }
}

function timesOf(signal: DemoSignal): string[] {
  const { firstSeenAt, postedAt, publishedAt, readAt, alertedAt, assignedTo, feedback } = signal
  const times = [firstSeenAt, postedAt, publishedAt, readAt, alertedAt, assignedTo?.at, feedback?.at]
  return times.filter((time) => time !== undefined)
}
