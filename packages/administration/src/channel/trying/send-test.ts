import {
  type Channel,
  type ChannelServices,
  type Outcome,
  recordSending,
  type SentRequest,
  testNotice,
} from '@signalpost/channels'
import { createId } from '@signalpost/database'
import { deliverToInbox } from '@signalpost/database/dispatches'
import { z } from 'zod'
import type { ActServices } from '../../define-act.ts'

/** How long a channel may take for one recipient. */
export const testLimitMs = 30_000

/** The outcome of the message to one recipient. */
export type TestAttempt = Outcome & { messageId: string; recipient: string; at: Date; durationMs: number }

type Services = Pick<ActServices, 'database' | 'nowMs'> & {
  openChannels: () => Promise<ChannelServices & { close: () => Promise<void> }>
}

type Tested = {
  kind: Channel
  channelId: string
  orgId: string
  settings: Record<string, unknown>
  /** The newest first. */
  secrets: readonly Record<string, unknown>[]
  recipients: readonly string[]
  unsubscribeUrlOf?: (recipient: string) => Promise<string>
}

/** Sends a test message to each recipient in turn. */
export async function sendTest(
  { database, nowMs, openChannels }: Services,
  { kind, recipients, unsubscribeUrlOf, ...message }: Tested,
): Promise<{ attempt: TestAttempt; request: SentRequest | undefined }[]> {
  const content = { notice: testNotice(message.channelId, new Date(nowMs()).toISOString()) }
  const opened = await openChannels()
  const services: ChannelServices = {
    ...opened,
    deliverToInbox: (delivery) => deliverToInbox(database, delivery, nowMs()),
  }
  const exchanges: Awaited<ReturnType<typeof sendTest>> = []
  try {
    for (const recipient of recipients) {
      const unsubscribeUrl = await unsubscribeUrlOf?.(recipient)
      const signal = AbortSignal.timeout(testLimitMs)
      const [at, startedAt] = [new Date(nowMs()), performance.now()]
      const messageId = createId('msg_', at.getTime())
      const recorded = recordSending(kind, services, {
        ...{ ...message, content, attempt: 1, messageId, recipient, signal },
        ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      })
      const outcome = await recorded.send()
      const durationMs = Math.round(performance.now() - startedAt)
      exchanges.push({
        attempt: { ...outcome, messageId, recipient, at, durationMs },
        request: recorded.findRequest(),
      })
    }
  } finally {
    await opened.close()
  }
  return exchanges
}

const exchanged = {
  outcome: z.string(),
  httpStatus: z.int().nullable(),
  code: z.string().nullable(),
  answer: z.string().nullable(),
}

export const testOutcomeSchema = z.object(exchanged)

export const testAttemptSchema = z.object({
  ...{ ...exchanged, at: z.iso.datetime(), recipient: z.string(), durationMs: z.int() },
})

export function showTestOutcome({ outcome, httpStatus, code, answer }: Outcome) {
  return { outcome, httpStatus: httpStatus ?? null, code: code ?? null, answer: answer ?? null }
}

export function showTestAttempt({ at, recipient, durationMs, ...outcome }: TestAttempt) {
  return { ...showTestOutcome(outcome), at: at.toISOString(), recipient, durationMs }
}
