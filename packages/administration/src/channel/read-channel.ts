import { findChannel, hasInteractions } from '@signalpost/channels'
import { findWorkspace } from '@signalpost/database/access'
import { listChannelAttempts, listChannelQueues, readChannelHealth } from '@signalpost/database/dispatches'
import {
  getChannel,
  listChannelUsers,
  listSuppressedAddresses,
  openChannelSecrets,
} from '@signalpost/database/rules'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { pageOf } from '@signalpost/rest'
import { z } from 'zod'
import type { ActCall, ActServices } from '../define-act.ts'
import { defineDocument } from '../define-operation.ts'
import { textOf } from '../text-of.ts'
import { channelSchema, describeChannel } from './channel-document.ts'

const reference = z.strictObject({ orgId: orgIdSchema, channelId: idSchema })
const moment = z.iso.datetime().nullable()

const fullChannelSchema = channelSchema.extend({
  recipients: z.array(z.string()).meta({ description: 'One empty text for a channel with one receiver.' }),
  secrets: z
    .array(z.object({ secretId: z.string(), validUntil: moment }))
    .meta({ description: 'The secrets that have not ended, the newest first, without their values.' }),
  isSealed: z.boolean().meta({ description: 'Its secrets were sealed under another master key.' }),
  interactionsUrl: z.string().nullable().meta({ description: 'Where clicks on its buttons go.' }),
  health: z.object({
    failingSince: moment,
    consecutiveFailures: z.int(),
    breakerOpenings: z.int(),
    breakerUntil: moment.meta({ description: 'The breaker is open until then.' }),
    retryAfter: moment.meta({ description: 'The receiver asked for silence until then.' }),
  }),
  isFallback: z.boolean().meta({ description: 'Problems of the workspace are reported through it.' }),
  suppressed: z.array(
    z.object({ address: z.string(), reason: z.string(), since: z.iso.datetime(), until: moment }),
  ),
  users: z.array(z.object({ externalUserId: z.string(), userId: z.string() })),
})

/** Where senders reach the intake. */
type ShowingServices = ActServices & { readonly intakeUrl: string }

/** Throws RejectedError `not_found`. */
export const getChannelRead = defineDocument({
  name: 'channel.get',
  summary: 'See one channel: its health, what waits, and whom it does not reach.',
  demands: 'viewer',
  input: reference,
  http: { method: 'get', path: '/channels/{id}', errors: ['not_found'] },
  output: {
    description: 'The channel, without its secrets.',
    schema: fullChannelSchema,
    of: (channel: z.input<typeof fullChannelSchema>) => channel,
  },
  read: async ({
    services: { database, secretBox, intakeUrl, nowMs },
    input: of,
  }: ActCall<z.output<typeof reference>, ShowingServices>) => {
    const { orgId, channelId } = of
    const channel = await getChannel(database, of)
    const [workspace, queues, health, suppressed, users, secrets] = await Promise.all([
      findWorkspace(database, orgId),
      listChannelQueues(database, { orgId, nowMs: nowMs() }),
      readChannelHealth(database, { ...of, nowMs: nowMs() }),
      listSuppressedAddresses(database, of),
      listChannelUsers(database, of),
      findSecrets(() => openChannelSecrets(database, secretBox, of)),
    ])
    const kind = findChannel(channel.kind)
    const settings = kind?.settings.safeParse(channel.settings)
    const newest = secrets?.[0]?.secrets ?? {}
    const path = kind !== undefined && hasInteractions(kind, newest) ? kind.interactions?.path : undefined
    return {
      ...describeChannel(channel, queues.get(channelId)),
      recipients: kind !== undefined && settings?.success === true ? kind.recipients(settings.data) : [],
      // Where a kind needs none, an empty one is stored.
      secrets: (secrets ?? [])
        .filter((one) => Object.keys(one.secrets).length > 0)
        .map(({ secretId, validUntil }) => ({ secretId, validUntil: textOf(validUntil) })),
      isSealed: secrets === undefined,
      interactionsUrl: path === undefined ? null : `${intakeUrl}${path}/${channelId}`,
      health: {
        failingSince: textOf(health?.failingSince ?? null),
        consecutiveFailures: health?.consecutiveFailures ?? 0,
        breakerOpenings: health?.breakerOpenings ?? 0,
        breakerUntil: textOf(health?.breakerUntil ?? null),
        retryAfter: textOf(health?.retryAfter ?? null),
      },
      isFallback: workspace?.fallbackChannelId === channelId,
      suppressed: suppressed.map(({ address, reason, since, until }) => ({
        ...{ address, reason, since: since.toISOString(), until: textOf(until) },
      })),
      users,
    }
  },
})

const shownAtMost = 20

/** Throws RejectedError `not_found`. */
export const listAttemptsRead = defineDocument({
  name: 'channel.attempts',
  summary: 'See the last attempts to send through a channel, the newest first.',
  demands: 'viewer',
  input: reference,
  http: {
    ...{ method: 'get', path: '/channels/{id}/attempts', errors: ['not_found'] },
    operationId: 'listAttempts',
  },
  read: async ({ services: { database }, input: of }) => {
    await getChannel(database, of)
    return listChannelAttempts(database, { ...of, limit: shownAtMost })
  },
  output: {
    description: 'The last 20 attempts of 30 days.',
    schema: pageOf(
      z.object({
        at: z.iso.datetime(),
        messageId: z.string(),
        number: z.int(),
        kind: z.enum(['instant', 'digest', 'event', 'test', 'notice', 'follow_up']),
        recipient: z.string(),
        outcome: z.string(),
        httpStatus: z.int().nullable(),
        code: z.string().nullable(),
        durationMs: z.int().nullable(),
        answer: z.string().nullable().meta({ description: 'The first KiB of what the other side said.' }),
        ruleId: z.string().nullable(),
        signalId: z.string().nullable(),
      }),
    ),
    of: (attempts) => ({
      items: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
      nextCursor: null,
    }),
  },
})

/** Undefined for secrets that were sealed under another key: the channel is shown all the same. */
async function findSecrets<Secrets>(open: () => Promise<Secrets>): Promise<Secrets | undefined> {
  try {
    return await open()
  } catch (error) {
    if (isSealed(error)) return undefined
    throw error
  }
}

// GCM gives no code, only this text.
function isSealed(error: unknown): boolean {
  return error instanceof Error && /authenticate data|sealed|decrypt/i.test(error.message)
}
