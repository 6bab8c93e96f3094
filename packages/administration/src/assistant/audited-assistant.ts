import type { AuditedState } from '@signalpost/database/acts'
import type { Assistant } from '@signalpost/database/assistants'

/** Returns what the audit log shows of an assistant. */
export function auditedAssistant(assistant: Assistant): AuditedState {
  const { personId, clientName, clientHost, redirectUri, scopes, endsAt, endedAt, endReason } = assistant
  return { personId, clientName, clientHost, redirectUri, scopes, endsAt, endedAt, endReason }
}

/** The workspace and target of an audit row about an assistant. */
export function assistantTarget({ orgId, assistantId }: Pick<Assistant, 'orgId' | 'assistantId'>): {
  orgId: string
  target: { type: 'assistant'; id: string }
} {
  return { orgId, target: { type: 'assistant', id: assistantId } }
}
