import type { Assistant } from '@signalpost/database/assistants'
import { table } from '../../terminal/table.ts'

/** Returns an assistant as the commands show it. */
export function showAssistant({
  clientName,
  clientHost,
  createdAt,
  usedAt,
  endsAt,
  endedAt,
  ...rest
}: Assistant) {
  const { assistantId, orgId, personId, scopes, endReason } = rest
  return {
    ...{ assistantId, orgId, client: clientName, ...(clientHost !== null && { host: clientHost }), personId },
    ...{ scopes, since: createdAt, lastUsedAt: usedAt, expiresAt: endsAt },
    ...(endedAt !== null && { revokedAt: endedAt, reason: endReason }),
  }
}

export function describeAssistants(assistants: readonly Assistant[]): string {
  const rows = assistants.map((assistant) => [
    assistant.assistantId,
    assistant.clientName,
    assistant.clientHost ?? 'unverified',
    assistant.personId,
    assistant.scopes.join(' '),
    assistant.createdAt,
    assistant.usedAt,
    assistant.endsAt,
    assistant.endedAt,
  ])
  const titles = [
    'ASSISTANT',
    'CLIENT',
    'HOST',
    'PERSON',
    'SCOPES',
    'SINCE',
    'LAST USED',
    'EXPIRES',
    'REVOKED',
  ]
  return table(titles, rows)
}
