import { findChannel } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { type ChannelQueue, listChannelQueues } from '@signalpost/database/dispatches'
import type { StoredChannel } from '@signalpost/database/rules'
import { orgIdSchema, showUrls } from '@signalpost/domain'
import { z } from 'zod'
import { auditing } from '../auditing.ts'
import { textOf } from '../text-of.ts'

const moment = z.iso.datetime().nullable()

export const channelSchema = z.object({
  channelId: z.string(),
  orgId: z.string(),
  kind: z.string(),
  name: z.string(),
  state: z.enum(['active', 'degraded', 'disabled']),
  reason: z.string().nullable().meta({ description: 'Why it is degraded or disabled.' }),
  since: moment.meta({ description: 'When it got its state; null if that is unknown.' }),
  pausedUntil: moment.meta({ description: 'Until when a person paused it.' }),
  waiting: z.int().meta({ description: 'Messages to send, now or later.' }),
  nextTryAt: moment.meta({ description: 'The earliest time of a try; null when nothing waits.' }),
  settings: z.record(z.string(), z.unknown()).meta({ description: 'Without its secrets.' }),
  createdAt: z.iso.datetime(),
})

const nothing: ChannelQueue = { since: null, waiting: 0, nextTryAt: null }

export function describeChannel(
  { channelId, orgId, kind, name, settings, state, reason, pausedUntil, createdAt }: StoredChannel,
  { since, waiting, nextTryAt }: ChannelQueue = nothing,
): z.infer<typeof channelSchema> {
  return {
    ...{ channelId, orgId, kind, name, state, reason, waiting },
    settings: showUrls(findChannel(kind), settings),
    since: textOf(since),
    pausedUntil: textOf(pausedUntil),
    nextTryAt: textOf(nextTryAt),
    createdAt: createdAt.toISOString(),
  }
}

/** What names a channel. */
export const channelReference = z.strictObject({ channelId: z.string(), orgId: orgIdSchema.optional() })

export const channelDocument = {
  description: 'The channel.',
  schema: channelSchema,
  of: (channel: QueuedChannel) => describeChannel(channel, channel),
}

/** A channel as people see it, and what waits for it. */
export type QueuedChannel = StoredChannel & ChannelQueue

export async function withQueue(
  database: Database,
  channel: StoredChannel,
  nowMs: number,
): Promise<QueuedChannel> {
  const queues = await listChannelQueues(database, { orgId: channel.orgId, nowMs })
  return { ...shownChannel(channel), ...(queues.get(channel.channelId) ?? nothing) }
}

/** Returns a channel as people see it: without the URLs that are secrets. */
export function shownChannel(channel: StoredChannel): StoredChannel {
  return { ...channel, settings: showUrls(findChannel(channel.kind), channel.settings) }
}

/** Its settings have addresses and names; its secrets are not among them. */
export const channelAudit = auditing('channel', (channel: StoredChannel) => {
  const { kind, name, settings, state, reason, pausedUntil } = shownChannel(channel)
  return { kind, name, settings, state, reason, pausedUntil }
})
