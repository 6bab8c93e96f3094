import { createId } from '@signalpost/database'
import { createChannel } from '@signalpost/database/rules'
import type { ActCase } from './act-case.ts'

/** One case for each act on messages, by its name. */
export const messageCases: Record<string, ActCase> = {
  'message.replay': {
    prepare: async ({ database, secretBox, pool }, orgId) => {
      const channel = {
        kind: 'webhook',
        name: 'CRM',
        settings: { url: 'https://crm.example/hook', events: [] },
      }
      const { channelId } = await createChannel(database, secretBox, { ...channel, orgId, secrets: {} })
      const messageId = createId('msg_')
      await pool.query(
        `insert into messages (message_id, org_id, channel_id, kind, event, recipient, status, created_at, due_at, settled_at)
         values ($1, $2, $3, 'event', '{"id":"evt_1"}', '', 'failed', now(), now(), now())`,
        [messageId, orgId, channelId],
      )
      return { messageId }
    },
    refused: { messageId: 'msg_missing' },
  },
}
