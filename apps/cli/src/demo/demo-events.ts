import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { instantOf } from '@signalpost/domain'
import { z } from 'zod'

const fixture = fileURLToPath(new URL('../../fixtures/signals.open.ndjson', import.meta.url))

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
})

type DemoSignal = z.infer<typeof signalSchema>
export type DemoEvent = { id: string; type: string; occurredAt: string; orgId: string; data: object }

const ageOfNewestMs = 60_000
const registerEventsEach = 4
const demoUser = 'usr_demo'

/** The signals of the demo, with their own times. */
export async function readDemoSignals(): Promise<DemoSignal[]> {
  const text = await readFile(fixture, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => signalSchema.parse(JSON.parse(line)))
}

/** By how much all times must move, so that the newest of them is a minute old. */
export function demoShiftMs(signals: DemoSignal[], nowMs: number): number {
  return nowMs - ageOfNewestMs - newestMsOf(signals)
}

/** The same events for the same shift: every signal, and then some that people did something with. */
export function demoEvents(
  signals: DemoSignal[],
  { orgId, shiftMs }: { orgId: string; shiftMs: number },
): DemoEvent[] {
  const stored = signals.map((signal) => {
    const moved = { ...moveTimes(signal, shiftMs), orgId }
    const { id, firstSeenAt: occurredAt } = moved
    return { id: `evt_demo_${id}`, type: 'signal.created', occurredAt, orgId, data: { signal: moved } }
  })
  return [...stored, ...registerEvents(signals, { orgId, at: instantOf(newestMsOf(signals) + shiftMs) })]
}

function registerEvents(signals: DemoSignal[], { orgId, at }: { orgId: string; at: string }): DemoEvent[] {
  const pick = (fits: (signal: DemoSignal) => boolean) => signals.filter(fits).slice(-registerEventsEach)
  const event = (type: string, signalId: string, register: object): DemoEvent => ({
    id: `evt_demo_${type}_${signalId}`,
    type,
    occurredAt: at,
    orgId,
    data: { signalId, ...register },
  })
  const unassigned = pick((signal) => signal.urgency === 'immediate' && signal.assignedTo === undefined)
  const unjudged = pick((signal) => signal.urgency === 'high' && signal.feedback === undefined)
  const unread = pick((signal) => signal.urgency === 'medium' && signal.readAt === undefined)
  return [
    ...unassigned.map(({ id }) =>
      event('signal.assigned', id, { assignedTo: { userId: demoUser, at, by: demoUser } }),
    ),
    ...unjudged.map(({ id }) => event('signal.feedback', id, { feedback: { verdict: 'good', at } })),
    ...unread.map(({ id }) => event('signal.read', id, { readAt: at })),
  ]
}

function newestMsOf(signals: DemoSignal[]): number {
  return Math.max(...signals.flatMap(timesOf).map((time) => Date.parse(time)))
}

function timesOf(signal: DemoSignal): string[] {
  const { firstSeenAt, postedAt, publishedAt, readAt, alertedAt, assignedTo, feedback } = signal
  const times = [firstSeenAt, postedAt, publishedAt, readAt, alertedAt, assignedTo?.at, feedback?.at]
  return times.filter((time) => time !== undefined)
}

function moveTimes(signal: DemoSignal, shiftMs: number): DemoSignal {
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
