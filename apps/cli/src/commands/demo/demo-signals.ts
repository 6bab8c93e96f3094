import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dayMs, instantOf, platforms } from '@signalpost/domain'
import { z } from 'zod'
import { type DemoRun, idInRound, personOf } from './demo-event.ts'

const fixture = fileURLToPath(new URL('../../../fixtures/signals.open.ndjson', import.meta.url))

const person = z.looseObject({ userId: z.string(), at: z.string() })
const signalSchema = z.looseObject({
  id: z.string(),
  listenerId: z.string(),
  source: z.enum(platforms),
  matchedKeywords: z.array(z.string()),
  firstSeenAt: z.string(),
  postedAt: z.string(),
  publishedAt: z.string().optional(),
  readAt: z.string().optional(),
  alertedAt: z.string().optional(),
  assignedTo: person.optional(),
  feedback: z.looseObject({ at: z.string() }).optional(),
  urgency: z.string().optional(),
  relevanceScore: z.number(),
  scoreVersion: z.number().optional(),
  accountKey: z.string().optional(),
  subjectName: z.string().optional(),
  subjectOrg: z.looseObject({ name: z.string().optional() }).optional(),
})

export type DemoSignal = z.infer<typeof signalSchema>

const ageOfNewestMs = 60_000
const spanMs = 14 * dayMs
/** More of them are recent: about a fifth are of the last day. */
const density = 1.6
/** Real posts waited up to years before they were found. Here they are found while they are fresh. */
const longestWaitMs = dayMs / 4

/** Reads the signals of the demo, with their original times. */
export async function readDemoSignals(): Promise<DemoSignal[]> {
  const text = await readFile(fixture, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => signalSchema.parse(JSON.parse(line)))
}

/** The moment at which a run of the demo ends: the newest signal is a minute old. */
export function demoEndMs(nowMs: number): number {
  return nowMs - ageOfNewestMs
}

/** Returns the signals as if they had been found in the 14 days before the end, the oldest first. */
export function spreadSignals(signals: readonly DemoSignal[], run: DemoRun): DemoSignal[] {
  // Ids are random, so urgent ones and platforms are mixed.
  const mixed = signals.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return mixed.map((signal, index) => {
    const share = (mixed.length - 1 - index) / (mixed.length - 1)
    return moveSignal(signal, run, run.endMs - Math.round(spanMs * share ** density))
  })
}

/** None was alerted before, so those of today ring the bell. */
function moveSignal(signal: DemoSignal, run: DemoRun, firstSeenMs: number): DemoSignal {
  const { readAt, assignedTo, feedback, alertedAt: _alerted, ...rest } = signal
  const wasSeenMs = Date.parse(signal.firstSeenAt)
  const move = (time: string): string => {
    const afterMs = Math.max(Date.parse(time) - wasSeenMs, -longestWaitMs)
    return instantOf(Math.min(firstSeenMs + afterMs, run.endMs))
  }
  const postedAt = move(signal.postedAt)
  const userId = personOf(signal.id, run)
  return {
    ...rest,
    id: idInRound(signal.id, run),
    listenerId: idInRound(signal.listenerId, run),
    orgId: run.orgId,
    firstSeenAt: instantOf(firstSeenMs),
    postedAt,
    ...(signal.publishedAt !== undefined && { publishedAt: postedAt }),
    ...(readAt !== undefined && { readAt: move(readAt) }),
    ...(assignedTo !== undefined && { assignedTo: { userId, at: move(assignedTo.at), by: userId } }),
    ...(feedback !== undefined && { feedback: { ...feedback, at: move(feedback.at) } }),
  }
}
