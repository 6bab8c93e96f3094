import type { ChannelServices, Outcome, Subscription } from '@signalpost/channels'
import { recordOutcome, recordTest } from '@signalpost/database/dispatches'
import {
  getChannel,
  listSuppressedAddresses,
  openChannelSecrets,
  type StoredChannel,
} from '@signalpost/database/rules'
import { openUrls, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall, ActServices } from '../../define-act.ts'
import { defineOperation } from '../../define-operation.ts'
import { channelAudit, channelDocument, channelSchema, withQueue } from '../channel-document.ts'
import { getChannelKind } from '../channel-input.ts'
import {
  sendTest,
  showTestAttempt,
  showTestOutcome,
  testAttemptSchema,
  testLimitMs,
  testOutcomeSchema,
} from './send-test.ts'

/** What sending through channels needs. */
export type ChannelActServices = ActServices & {
  /** Opens the connections of channels. The act closes them. */
  readonly openChannels: () => Promise<ChannelServices & { close: () => Promise<void> }>
  readonly unsubscribeUrlOf: (subscription: Subscription) => Promise<string>
}

const allUnsubscribed: Outcome = { outcome: 'rejected', code: 'all_unsubscribed' }

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  recipient: z.string().max(320).optional().meta({ description: 'One of its recipients. All without it.' }),
})

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
    timeoutMs: testLimitMs + 5_000,
  },
  around: async ({ services, input: { recipient, ...reference } }: Call, commit) => {
    const { nowMs } = services
    const channel = await getChannel(services.database, reference)
    const { channelId, orgId, kind } = channel
    const { disabledAfter } = getChannelKind(kind)
    const exchanges = await sendToStored(services, channel, recipient)
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
    return { outcome, attempts, channel: await withQueue(services.database, after, nowMs()) }
  },
  output: {
    description: 'Each attempt, none where every recipient unsubscribed, and the channel after them.',
    schema: z.object({
      outcome: testOutcomeSchema.meta({ description: 'The first failure, or else a success.' }),
      attempts: z.array(testAttemptSchema),
      channel: channelSchema,
    }),
    of: ({ outcome, attempts, channel }) => ({
      outcome: showTestOutcome(outcome),
      attempts: attempts.map(showTestAttempt),
      channel: channelDocument.of(channel),
    }),
  },
})

async function sendToStored(
  services: ChannelActServices,
  { channelId, orgId, kind: kindName, settings: stored }: StoredChannel,
  only: string | undefined,
) {
  const { database, secretBox, unsubscribeUrlOf } = services
  const kind = getChannelKind(kindName)
  const settings = kind.settings.parse(stored)
  const sealed = await openChannelSecrets(database, secretBox, { channelId, orgId })
  const suppressed = await listSuppressedAddresses(database, { channelId, orgId })
  const named = kind.recipients(settings).filter((recipient) => only === undefined || recipient === only)
  if (named.length === 0) throw new RejectedError('not_found', 'The channel has no such recipient.')
  const recipients = named.filter((recipient) =>
    suppressed.every(({ address }) => address !== recipient.toLowerCase()),
  )
  const secrets = sealed.map(({ secrets: values }) => {
    kind.secrets.parse(openUrls(kind, { settings, secrets: values }).secrets)
    return values
  })
  return sendTest(services, {
    ...{ kind, channelId, orgId, settings, secrets, recipients },
    unsubscribeUrlOf: (address) => unsubscribeUrlOf({ orgId, channelId, address }),
  })
}
