import { createHash } from 'node:crypto'
import type { Content } from '../channel.ts'

/**
 * Returns the key by which a service recognises an incident: every alert about one signal belongs to the same incident,
 * several signals together have one for their message.
 */
export function incidentKeyOf(
  content: Content,
  { orgId, messageId }: { orgId: string; messageId: string },
): string {
  const [first, ...others] = 'alert' in content ? content.alert.items : []
  const isSingle = 'alert' in content && content.alert.total <= 1 && others.length === 0
  const about = isSingle && first !== undefined ? `signal ${first.id}` : `message ${messageId}`
  return `signalpost-${createHash('sha256').update(`${orgId} ${about}`).digest('hex')}`
}
