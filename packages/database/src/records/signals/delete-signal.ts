import type { Instant } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { joinTransaction } from '../../join-transaction.ts'
import { writeEvents } from '../write-events.ts'

/**
 * Deletes a signal like the service's own `signal.deleted` event, dated after everything stored about it; an unknown
 * signal gets a tombstone too. Returns when it was deleted.
 */
export async function deleteSignal(
  database: Database,
  { orgId, signalId, nowMs }: { orgId: string; signalId: string; nowMs: number },
): Promise<Instant> {
  const deletion = {
    orgId,
    idPrefix: 'svc_' as const,
    type: 'signal.deleted',
    dataAt: () => ({ signalId }),
  }
  const [deletedAt] = await joinTransaction(database, (transaction) =>
    writeEvents(transaction, [deletion], { nowMs, isUnseenRecorded: true }),
  )
  if (deletedAt === undefined) throw new Error('A deletion is always recorded.')
  return deletedAt
}

/** Whether anything is stored about a signal, including its deletion. */
export async function isSignalKnown(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from signals where org_id = ${orgId} and signal_id = ${signalId})
        or exists (select from signal_registers where org_id = ${orgId} and signal_id = ${signalId}) as known`.execute(
    database,
  )
  return rows[0]?.known === true
}
