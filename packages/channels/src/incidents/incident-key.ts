import { createHash } from 'node:crypto'
import type { Notice } from '../channel.ts'

/** Returns the key by which a service recognises the incident of a signal: every alert about it belongs to the same one. */
export function incidentKeyOf({ orgId, signalId }: { orgId: string; signalId: string }): string {
  return keyOf(`${orgId} signal ${signalId}`)
}

/** Returns the key of a notice: one that opens an incident names it, any other is for itself. */
export function noticeKeyOf(
  { incident }: Notice,
  { orgId, messageId }: { orgId: string; messageId: string },
): string {
  return keyOf(incident === undefined ? `${orgId} message ${messageId}` : `${orgId} notice ${incident.key}`)
}

function keyOf(text: string): string {
  return `signalpost-${createHash('sha256').update(text).digest('hex')}`
}
