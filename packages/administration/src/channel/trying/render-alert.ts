import {
  type Alert,
  type Channel,
  findInboxMessage,
  type Installation,
  renderRequest,
  type SentRequest,
} from '@signalpost/channels'
import type { InboxMessage } from '@signalpost/domain'

type Rendered = {
  /** What people read in it, in parts; null for what no one reads. */
  text: InboxMessage | null
  /** Undefined if the channel would send nothing. */
  request: SentRequest | undefined
}

type Message = {
  alert: Alert
  channelId: string
  settings: Record<string, unknown>
  secrets: readonly Record<string, unknown>[]
  recipient: string
}

/** Renders an alert as a channel would send it. Sends nothing. */
export async function renderAlert(
  kind: Channel,
  installation: Installation,
  { alert: { items, ...alert }, recipient, ...message }: Message,
): Promise<Rendered> {
  const content = { alert: { ...alert, items: items.slice(0, kind.maxItems) } }
  const request = await renderRequest(kind, installation, {
    ...{ ...message, content, recipient, orgId: alert.orgId, messageId: 'msg_preview', attempt: 1 },
    ...(recipient !== '' && { unsubscribeUrl: `${installation.publicUrl}/u/preview` }),
  })
  return { text: textOf(kind, content.alert), request }
}

/** Returns what people read in an alert of a channel; null for what no one reads. */
export function textOf({ isForPrograms }: Channel, alert: Alert): InboxMessage | null {
  return isForPrograms === true ? null : (findInboxMessage({ alert }) ?? null)
}
