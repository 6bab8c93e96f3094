import {
  type ChannelServices,
  type Outcome,
  recordSending,
  type SentRequest,
  type Subscription,
  testNotice,
} from '@signalpost/channels'
import { createId } from '@signalpost/database'
import { deliverToInbox, recordOutcome, recordTest } from '@signalpost/database/dispatches'
import {
  getChannel,
  listSuppressedAddresses,
  openChannelSecrets,
  type StoredChannel,
} from '@signalpost/database/rules'
import { openUrls, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { channelAudit, channelSchema, describeChannel, shownChannel } from './channel-document.ts'
import { getChannelKind } from './channel-input.ts'

/** What sending through channels needs. */
export type ChannelActServices = ActServices & {
  /** Opens the connections of channels. The act closes them. */
  readonly openChannels: () => Promise<ChannelServices & { close: () => Promise<void> }>
  readonly unsubscribeUrlOf: (subscription: Subscription) => Promise<string>
}

const timeLimitMs = 30_000
const allUnsubscribed: Outcome = { outcome: 'rejected', code: 'all_unsubscribed' }

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  recipient: z.string().max(320).optional().meta({ description: 'One of its recipients. All without it.' }),
})

const exchanged = {
  outcome: z.string(),
  httpStatus: z.int().nullable(),
  code: z.string().nullable(),
  answer: z.string().nullable(),
}

/** The outcome of the message to one recipient. */
type TestAttempt = Outcome & { messageId: string; recipient: string; at: Date; durationMs: number }
type Exchange = { attempt: TestAttempt; request: SentRequest | undefined }
type Call = ActCall<z.output<typeof input>, ChannelActServices>

/**
 * Sends a test message to each recipient of a channel that did not unsubscribe, also through a disabled one. The
 * outcome sets the channel's state as that of any message does. Returns the first failure, or else a success. Throws
 * RejectedError `not_found`.
 */
export const testChannelAct = defineOperation({
  name: 'channel.test',
  summary: 'Send a test message through a channel, even a disabled one. The outcome updates its state.',
  demands: 'member',
  input,
  http: {
    ...{ method: 'post', path: '/channels/{id}/test', errors: ['not_found'] },
    // What a channel takes for one recipient, and the writes around it.
    timeoutMs: timeLimitMs + 5_000,
  },
  around: async ({ services, input: { recipient, ...reference } }: Call, commit) => {
    const { nowMs } = services
    const channel = await getChannel(services.database, reference)
    const { channelId, orgId, kind } = channel
    const { disabledAfter } = getChannelKind(kind)
    const exchanges = await sendTest(services, channel, recipient)
    const attempts = exchanges.map(({ attempt }) => attempt)
    const after = await commit(async (transaction) => {
      const before = await getChannel(transaction, reference)
      for (const { attempt: outcome, request } of exchanges) {
        const { messageId, recipient: to, at } = outcome
        await recordTest(transaction, {
          messageId,
          orgId,
          channelId,
          recipient: to,
          at,
          request,
          end: outcome,
        })
        const noted = { channelId, outcome, isProbe: false, disabledAfter, nowMs: nowMs() }
        await recordOutcome(transaction, noted)
      }
      return channelAudit.changed(before, await getChannel(transaction, reference))
    })
    const outcome = attempts.find((one) => one.outcome !== 'sent') ?? attempts[0] ?? allUnsubscribed
    return { outcome, attempts, channel: shownChannel(after) }
  },
  output: {
    description: 'Each attempt, none where every recipient unsubscribed, and the channel after them.',
    schema: z.object({
      outcome: z.object(exchanged).meta({ description: 'The first failure, or else a success.' }),
      attempts: z.array(
        z.object({ ...exchanged, at: z.iso.datetime(), recipient: z.string(), durationMs: z.int() }),
      ),
      channel: channelSchema,
    }),
    of: ({ outcome, attempts, channel }) => ({
      outcome: showOutcome(outcome),
      attempts: attempts.map((attempt) => ({
        ...{ ...showOutcome(attempt), at: attempt.at.toISOString() },
        ...{ recipient: attempt.recipient, durationMs: attempt.durationMs },
      })),
      channel: describeChannel(channel),
    }),
  },
})

function showOutcome({ outcome, httpStatus, code, answer }: Outcome) {
  return { outcome, httpStatus: httpStatus ?? null, code: code ?? null, answer: answer ?? null }
}

async function sendTest(
  { database, secretBox, nowMs, openChannels, unsubscribeUrlOf }: ChannelActServices,
  { channelId, orgId, kind, settings: stored }: StoredChannel,
  only: string | undefined,
): Promise<Exchange[]> {
  const channelKind = getChannelKind(kind)
  const { recipients, settings: settingsSchema, secrets: secretsSchema } = channelKind
  const settings = settingsSchema.parse(stored)
  const sealed = await openChannelSecrets(database, secretBox, { channelId, orgId })
  const suppressed = await listSuppressedAddresses(database, { channelId, orgId })
  const named = recipients(settings).filter((recipient) => only === undefined || recipient === only)
  if (named.length === 0) throw new RejectedError('not_found', 'The channel has no such recipient.')
  const left = named.filter((recipient) =>
    suppressed.every(({ address }) => address !== recipient.toLowerCase()),
  )
  const content = { notice: testNotice(channelId, new Date(nowMs()).toISOString()) }
  const message = { content, attempt: 1, channelId, orgId, settings }
  const secrets = sealed.map(({ secrets: values }) => {
    secretsSchema.parse(openUrls(channelKind, { settings, secrets: values }).secrets)
    return values
  })
  const opened = await openChannels()
  const services: ChannelServices = {
    ...opened,
    deliverToInbox: (delivery) => deliverToInbox(database, delivery, nowMs()),
  }
  const exchanges: Exchange[] = []
  try {
    for (const recipient of left) {
      const unsubscribeUrl = await unsubscribeUrlOf({ orgId, channelId, address: recipient })
      const signal = AbortSignal.timeout(timeLimitMs)
      const [at, startedAt] = [new Date(nowMs()), performance.now()]
      const messageId = createId('msg_', at.getTime())
      const sending = { ...message, messageId, secrets, recipient, unsubscribeUrl, signal }
      const recorded = recordSending(channelKind, services, sending)
      const outcome = await recorded.send()
      const durationMs = Math.round(performance.now() - startedAt)
      const attempt = { ...outcome, messageId, recipient, at, durationMs }
      exchanges.push({ attempt, request: recorded.findRequest() })
    }
  } finally {
    await opened.close()
  }
  return exchanges
}
