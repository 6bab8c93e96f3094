import { type Instant, instantOf, type Signal, signalFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { isBehind } from '../created-record.ts'
import { type CutRow, cutPage, stateOf } from '../signals/cut-page.ts'

/**
 * Saves a signal to a list. Saving it again changes nothing and returns when it was first saved; undefined if the list
 * or the signal does not exist.
 */
export async function saveSignal(
  transaction: DatabaseTransaction,
  {
    orgId,
    collectionId,
    signalId,
    nowMs,
  }: { orgId: string; collectionId: string; signalId: string; nowMs: number },
): Promise<{ savedAt: Instant; created: boolean } | undefined> {
  const added = await sql<{ savedAt: Date }>`
    insert into collection_signals (org_id, collection_id, signal_id, saved_at)
    select c.org_id, c.collection_id, s.signal_id, ${instantOf(nowMs)}
    from collections c join signals s on s.org_id = c.org_id
    where c.org_id = ${orgId} and c.collection_id = ${collectionId}
      and s.signal_id = ${signalId} and s.relevance_score is not null
    for key share of c
    on conflict do nothing
    returning saved_at as "savedAt"`.execute(transaction)
  if (added.rows[0] !== undefined) return { savedAt: added.rows[0].savedAt.toISOString(), created: true }
  const { rows } = await sql<{ savedAt: Date }>`
    select saved_at as "savedAt"
    from collection_signals join signals using (org_id, signal_id)
    where org_id = ${orgId} and collection_id = ${collectionId} and signal_id = ${signalId}
      and relevance_score is not null`.execute(transaction)
  return rows[0] && { savedAt: rows[0].savedAt.toISOString(), created: false }
}

/** Takes a signal out of a list. Returns false if it was not in it; undefined if the list does not exist. */
export async function removeSavedSignal(
  transaction: DatabaseTransaction,
  { orgId, collectionId, signalId }: { orgId: string; collectionId: string; signalId: string },
): Promise<boolean | undefined> {
  const { rows } = await sql`
    select from collections where org_id = ${orgId} and collection_id = ${collectionId} for share`.execute(
    transaction,
  )
  if (rows.length === 0) return undefined
  const { numAffectedRows } = await sql`
    delete from collection_signals
    where org_id = ${orgId} and collection_id = ${collectionId} and signal_id = ${signalId}`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}

/** A signal's place in a list. */
export type SavedPosition = { savedAt: Instant; id: string }

type SavedPage = { items: (Signal & { savedAt: Instant })[]; isCut: boolean }

/**
 * Returns the signals of a list that exist now, the last saved first. A deleted one reappears if it returns. `isCut` says
 * that there are more within the limit than 8 MiB.
 */
export async function listSavedSignals(
  database: Database,
  {
    orgId,
    collectionId,
    after,
    limit,
  }: { orgId: string; collectionId: string; after?: SavedPosition | undefined; limit: number },
): Promise<SavedPage> {
  const place = after && { createdAt: after.savedAt, id: after.id }
  const page = sql`
    select c.signal_id as id, s.state, r.state as registers, c.saved_at
    from collection_signals c
    join signals s on s.org_id = c.org_id and s.signal_id = c.signal_id and s.relevance_score is not null
    left join signal_registers r on r.org_id = c.org_id and r.signal_id = c.signal_id
    where c.org_id = ${orgId} and c.collection_id = ${collectionId} and ${isBehind(place, 'c.saved_at', 'c.signal_id')}
    order by c.saved_at desc, c.signal_id desc
    limit ${limit}`
  const inOrder = sql`order by saved_at desc, id desc`
  const { rows } = await sql<CutRow & { saved_at: Date }>`
    ${cutPage(page, { inOrder, more: ['saved_at'] })}`.execute(database)
  const items = rows.flatMap((row) => {
    const signal = signalFrom({ orgId, id: row.id, state: stateOf(row) }, row.registers ?? undefined)
    return signal === undefined ? [] : { ...signal, savedAt: row.saved_at.toISOString() }
  })
  return { items, isCut: rows.length < (rows[0]?.found ?? 0) }
}
