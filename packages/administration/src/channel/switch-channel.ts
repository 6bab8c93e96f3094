import type { Database } from '@signalpost/database'
import { disabledByOperator, getChannel, suppressWaiting, switchChannel } from '@signalpost/database/rules'
import { z } from 'zod'
import { defineChoice } from '../define-operation.ts'
import { defineSwitchable } from '../define-switchable.ts'
import {
  channelAudit,
  channelDocument,
  channelReference,
  channelSchema,
  type QueuedChannel,
  shownChannel,
  withQueue,
} from './channel-document.ts'

type SwitchedChannel = QueuedChannel & { givenUp: number }

const switchTo = defineSwitchable({
  input: channelReference,
  get: async (database: Database, channel: Parameters<typeof getChannel>[1]) =>
    shownChannel(await getChannel(database, channel)),
  set: async (transaction, change: Parameters<typeof switchChannel>[1]) => {
    // Alerts that waited for the disabled channel are never sent. Senders lock messages before channels.
    if (change.enabled) await suppressWaiting(transaction)
    const channel = await withQueue(transaction, await switchChannel(transaction, change), 0)
    return { ...channel, waiting: 0, nextTryAt: null, givenUp: channel.waiting }
  },
  audit: channelAudit,
})

/** Sends new alerts again, and clears earlier failures. */
export const enableChannelAct = switchTo({
  name: 'channel.enable',
  summary: 'Send new alerts through a channel again. Use alert replay for those it missed.',
  to: { enabled: true, reason: null },
})

/** Sends nothing until the channel is enabled. */
export const disableChannelAct = switchTo({
  name: 'channel.disable',
  summary: 'Stop sending through a channel until it is enabled.',
  to: { enabled: false, reason: disabledByOperator },
  // In a separate transaction, so it holds no lock on the channel. If this process dies first, a worker does it.
  afterwards: ({ database }) => suppressWaiting(database),
})

export const switchChannelChoice = defineChoice({
  name: 'channel.switch',
  summary: 'Enable or disable a channel.',
  demands: 'admin',
  input: channelReference.extend({ enabled: z.boolean() }),
  http: { method: 'post', path: '/channels/{id}/switch', errors: ['not_found'] },
  output: {
    ...channelDocument,
    schema: channelSchema.extend({
      givenUp: z.int().meta({ description: 'Messages that waited, and are not sent any more.' }),
    }),
    of: ({ givenUp, ...channel }: SwitchedChannel) => ({ ...channelDocument.of(channel), givenUp }),
  },
  example: { enabled: false },
  choose: ({ enabled }) => (enabled ? enableChannelAct : disableChannelAct),
})
