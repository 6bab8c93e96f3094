import {
  createChannel,
  listChannels,
  setChannelPause,
  suppressAddress,
  switchChannel,
} from '@signalpost/database/rules'
import { instantOf } from '@signalpost/domain'
import type { ActServices } from '../../define-act.ts'
import type { ActCase, StoreServices } from '../act-case.ts'
import { canary } from '../canary.ts'

/** A channel that sends nothing in these tests. */
const webhook = {
  kind: 'webhook',
  name: 'CRM',
  settings: { url: 'https://crm.example/hook', events: ['signal.read'] },
}

const hourMs = 3_600_000
const soon = () => instantOf(Date.now() + hourMs)

/** The cases of operations on channels that need more than a channel and their example. */
export const channelCases: Record<string, ActCase<StoreServices>> = {
  'channel.create': {
    prepare: async (_services, orgId) => ({ orgId, ...webhook, secrets: { secret: canary } }),
    refused: {
      orgId: 'org_x',
      ...webhook,
      settings: { url: 'ftp://a.example' },
      secrets: { secret: canary },
    },
  },
  'channel.test_draft': {
    prepare: async (_services, orgId) => ({ orgId, kind: 'email', settings: { to: ['ann@example.com'] } }),
    refused: { orgId: 'org_x', kind: 'email', settings: { to: ['ann'] } },
  },
  'channel.test': {
    // It becomes active, as what is sent there arrives.
    prepare: async ({ database, secretBox, pool }, orgId) => {
      const all = await listChannels(database, orgId)
      const { channelId } =
        all.find(({ kind }) => kind === 'inbox') ??
        (await createChannel(database, secretBox, {
          orgId,
          kind: 'inbox',
          name: 'Inbox',
          settings: {},
          secrets: {},
        }))
      await pool.query("update channels set state = 'degraded', reason = 'away' where channel_id = $1", [
        channelId,
      ])
      return { channelId }
    },
    refused: { channelId: 'chn_missing' },
  },
  'channel.edit': {
    prepare: async (services, orgId) => ({
      ...(await addChannel(services, orgId)),
      ...{ name: 'Renamed', settings: { events: ['*'] } },
    }),
    refused: { channelId: 'chn_missing', name: 'Renamed' },
  },
  'channel.enable': {
    prepare: async (services, orgId) => {
      const { channelId } = await addChannel(services, orgId)
      await switchChannel(services.database, { channelId, enabled: false, reason: 'off' })
      return { channelId }
    },
    refused: { channelId: 'chn_missing' },
  },
  'channel.map_users': {
    prepare: async ({ database, secretBox }, orgId) => {
      const channel = { orgId, kind: 'slack', name: 'Slack', settings: { channel: 'C1' } }
      const secrets = { botToken: canary, signingSecret: canary }
      const { channelId } = await createChannel(database, secretBox, { ...channel, secrets })
      return { channelId, users: [{ externalUserId: 'U1', userId: 'usr_1' }] }
    },
    refused: { channelId: 'chn_missing', users: [{ externalUserId: 'U1', userId: 'usr_1' }] },
  },
  'channel.pause': {
    prepare: async (services, orgId) => ({ ...(await addChannel(services, orgId)), until: soon() }),
    refused: { channelId: 'chn_missing', until: soon() },
  },
  'channel.set_pause': {
    prepare: async (services, orgId) => ({ ...(await addChannel(services, orgId)), until: soon() }),
    refused: { channelId: 'chn_missing', until: null },
  },
  'channel.resume': {
    prepare: async (services, orgId) => {
      const { channelId } = await addChannel(services, orgId)
      await setChannelPause(services.database, { channelId, until: new Date(soon()), nowMs: Date.now() })
      return { channelId }
    },
    refused: { channelId: 'chn_missing' },
  },
  'channel.rotate': {
    prepare: async (services, orgId) => ({
      ...(await addChannel(services, orgId)),
      overlapSeconds: 0,
      secrets: { secret: canary },
    }),
    refused: { channelId: 'chn_missing', overlapSeconds: 0 },
  },
  'channel.lift': {
    prepare: async (services, orgId) => {
      const { channelId } = await addChannel(services, orgId)
      const suppression = {
        orgId,
        channelId,
        address: 'ann@example.com',
        reason: 'unsubscribed',
        until: null,
      }
      await suppressAddress(services.database, suppression)
      return { channelId, address: 'Ann@example.com' }
    },
    refused: { channelId: 'chn_missing', address: 'ann@example.com' },
  },
}

export async function addChannel(
  { database, secretBox }: ActServices,
  orgId: string,
): Promise<{ channelId: string }> {
  const channel = { orgId, ...webhook, secrets: { secret: canary } }
  const { channelId } = await createChannel(database, secretBox, channel)
  return { channelId }
}
