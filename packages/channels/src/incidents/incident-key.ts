import { createHash } from 'node:crypto'
import type { Content, Notice } from '../channel.ts'

/**
 * Returns the key by which a service recognises an incident: every alert about one signal belongs to the same incident,
 * several signals together have one for their message, and a notice that opens one names it.
 */
export function incidentKeyOf(
  content: Content,
  { orgId, messageId }: { orgId: string; messageId: string },
): string {
  const [first, ...others] = 'alert' in content ? content.alert.items : []
  if ('notice' in content && content.notice.incident !== undefined) {
    return keyOf(`${orgId} notice ${content.notice.incident.key}`)
  }
  const isSingle = 'alert' in content && content.alert.total <= 1 && others.length === 0
  const about = isSingle && first !== undefined ? `signal ${first.id}` : `message ${messageId}`
  return keyOf(`${orgId} ${about}`)
}

/** Whether a notice says that its incident is over. */
export function isOverIncident(content: Content): content is { notice: Notice } {
  return 'notice' in content && content.notice.incident?.isOver === true
}

function keyOf(text: string): string {
  return `signalpost-${createHash('sha256').update(text).digest('hex')}`
}
