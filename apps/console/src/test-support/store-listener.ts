import type { Database } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import { exampleListener, type Listener } from '@signalpost/domain'

/** Stores a listener as an event of the product itself would. Returns its id. */
export async function storeListener(
  database: Database,
  { orgId, ...members }: Partial<Listener> & { orgId: string },
): Promise<string> {
  const listener = { ...exampleListener, orgId, ...members }
  const event = { orgId, idPrefix: 'svc_' as const, type: 'listener.created', dataAt: () => ({ listener }) }
  await database
    .transaction()
    .execute((transaction) => writeEvents(transaction, [event], { nowMs: Date.now() }))
  return listener.id
}
