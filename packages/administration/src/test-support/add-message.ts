import { createId } from '@signalpost/database'
import { createChannel } from '@signalpost/database/rules'
import type { StoreServices } from './act-case.ts'

/** Stores a message that did not arrive. */
export async function addMessage(
  { database, secretBox, pool }: StoreServices,
  orgId: string,
): Promise<{ messageId: string }> {
  const settings = { url: 'https://crm.example/hook', events: [] }
  const channel = { orgId, kind: 'webhook', name: 'CRM', settings, secrets: {} }
  const { channelId } = await createChannel(database, secretBox, channel)
  const messageId = createId('msg_')
  await pool.query(
    `insert into messages (message_id, org_id, channel_id, kind, event, recipient, status, created_at, due_at, settled_at)
     values ($1, $2, $3, 'event', '{"id":"evt_1"}', '', 'failed', now(), now(), now())`,
    [messageId, orgId, channelId],
  )
  return { messageId }
}
