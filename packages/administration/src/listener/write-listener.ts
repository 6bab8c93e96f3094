import type { DatabaseTransaction } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import type { ListenerReference } from '@signalpost/database/searching'
import type { Listener } from '@signalpost/domain'

/** What an operator decides about a listener. */
export type ListenerDocument = Pick<
  Listener,
  'name' | 'mode' | 'objective' | 'schedule' | 'keywords' | 'exclusions' | 'queries' | 'sensitivity'
> & { profile: object }

/** Stores a listener by an event of our own, as the whole document that such an event has. */
export async function writeListener(
  transaction: DatabaseTransaction,
  {
    orgId,
    listenerId,
    document,
    type,
    nowMs,
  }: ListenerReference & {
    document: ListenerDocument
    type: 'listener.created' | 'listener.updated'
    nowMs: number
  },
): Promise<void> {
  const event = {
    ...{ orgId, idPrefix: 'svc_' as const, type },
    dataAt: () => ({ listener: { id: listenerId, ...document } }),
  }
  await writeEvents(transaction, [event], { nowMs })
}
