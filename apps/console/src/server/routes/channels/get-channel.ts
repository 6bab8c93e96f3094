import { channelSchema, describeChannel, textOf } from '@signalpost/administration/channel'
import { findChannel, hasInteractions } from '@signalpost/channels'
import { findWorkspace } from '@signalpost/database/access'
import { listChannelQueues, readChannelHealth } from '@signalpost/database/dispatches'
import {
  listChannelUsers,
  listSuppressedAddresses,
  openChannelSecrets,
  getChannel as queryChannel,
} from '@signalpost/database/rules'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

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
    windowAttempts: z.int(),
    windowFailures: z.int(),
    breakerOpenings: z.int(),
    breakerUntil: moment.meta({ description: 'The breaker is open until then.' }),
    retryAfter: moment.meta({ description: 'The receiver asked for silence until then.' }),
  }),
  isFallback: z.boolean().meta({ description: 'Troubles of the workspace are reported through it.' }),
  suppressed: z.array(
    z.object({ address: z.string(), reason: z.string(), since: z.iso.datetime(), until: moment }),
  ),
  users: z.array(z.object({ externalUserId: z.string(), userId: z.string() })),
})

export const getChannel = defineRoute({
  operationId: 'getChannel',
  method: 'get',
  path: '/console/api/w/{orgId}/channels/{id}',
  role: 'viewer',
  summary: 'See one channel: its health, what waits, and whom it does not reach',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The channel, without its secrets.', schema: fullChannelSchema },
  errors: ['not_found'],
  handle: async ({ database, secretBox, intakeUrl, nowMs }, { params: { orgId, id: channelId } }) => {
    const reference = { orgId, channelId }
    const channel = await queryChannel(database, reference)
    const [workspace, queues, health, suppressed, users, secrets] = await Promise.all([
      findWorkspace(database, orgId),
      listChannelQueues(database, { orgId, nowMs: nowMs() }),
      readChannelHealth(database, { ...reference, nowMs: nowMs() }),
      listSuppressedAddresses(database, reference),
      listChannelUsers(database, reference),
      findSecrets(() => openChannelSecrets(database, secretBox, reference)),
    ])
    const kind = findChannel(channel.kind)
    const settings = kind?.settings.safeParse(channel.settings)
    const newest = secrets?.[0]?.secrets ?? {}
    const path = kind !== undefined && hasInteractions(kind, newest) ? kind.interactions?.path : undefined
    return {
      ...describeChannel(channel, queues.get(channelId)),
      recipients: kind !== undefined && settings?.success === true ? kind.recipients(settings.data) : [],
      secrets: (secrets ?? []).map(({ secretId, validUntil }) => ({
        secretId,
        validUntil: textOf(validUntil),
      })),
      isSealed: secrets === undefined,
      interactionsUrl: path === undefined ? null : `${intakeUrl}${path}/${channelId}`,
      health: {
        failingSince: textOf(health?.failingSince ?? null),
        consecutiveFailures: health?.consecutiveFailures ?? 0,
        windowAttempts: health?.windowAttempts ?? 0,
        windowFailures: health?.windowFailures ?? 0,
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
