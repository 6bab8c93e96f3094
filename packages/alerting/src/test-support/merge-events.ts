import type { Database } from '@signalpost/database'
import { mergeContributions } from '@signalpost/database/records'
import { envelopeSchema, readEvent } from '@signalpost/domain'

export type RigEvent = { id: string; type: string; occurredAt: string; data: Record<string, unknown> }

/** Merges events in one transaction, like the applying of their deliveries. Throws on an invalid event. */
export async function mergeEvents(
  database: Database,
  { orgId, events, nowMs }: { orgId: string; events: RigEvent[]; nowMs: number },
): Promise<void> {
  const about = { orgId, sourceId: `src_${orgId}`, receivedAtMs: nowMs }
  const contributions = events.flatMap((event) => {
    const result = readEvent(envelopeSchema.parse({ orgId, ...event }), about)
    if (result.verdict !== 'valid') {
      throw new Error(`${event.type} ${event.id} is ${result.verdict}: ${JSON.stringify(result)}`)
    }
    return result.contributions.map((contribution) => ({ ...contribution, orgId }))
  })
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs }))
}
