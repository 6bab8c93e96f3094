import type { Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import { exampleSignal, type Signal } from '@signalpost/domain'

/** Stores a signal as an event of the product itself would. Returns its id. */
export async function storeSignal(
  database: Database,
  { orgId, ...members }: Partial<Signal> & { orgId: string },
): Promise<string> {
  const signal = { ...exampleSignal, orgId, ...members }
  const event = { orgId, idPrefix: 'svc_' as const, type: 'signal.created', dataAt: () => ({ signal }) }
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
  return signal.id
}
