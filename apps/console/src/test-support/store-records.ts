import type { Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'

/** Stores a signal of the demo's account, posted now. Returns its id. */
export async function storeSignal(
  database: Database,
  orgId: string,
  members: Record<string, unknown> = {},
): Promise<string> {
  const at = new Date(Date.now() - 60_000).toISOString()
  const signal = {
    ...{ id: 'sig_1', orgId, listenerId: 'lsn_1', source: 'reddit', url: 'https://example.com/' },
    ...{ title: 'Looking for a CRM', excerpt: 'Which one do you use?', postedAt: at, firstSeenAt: at },
    ...{ relevanceScore: 50, classification: 'relevant', rationale: 'because', matchedKeywords: [] },
    accountKey: 'd:example.com',
    ...members,
  }
  await storeEvent(database, orgId, { type: 'signal.created', data: { signal } })
  return String(signal.id)
}

/** Applies an event as the service itself writes it. */
export async function storeEvent(
  database: Database,
  orgId: string,
  { type, data }: { type: string; data: Record<string, unknown> },
): Promise<void> {
  const event = { orgId, idPrefix: 'svc_' as const, type, dataAt: () => data }
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
}
