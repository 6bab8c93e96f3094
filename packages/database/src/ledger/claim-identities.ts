import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

export type Identity = { sourceId: string; eventId: string; deliveryId: string; contentSha256: Buffer }

/** Returns an identity as one text: ids contain no spaces. */
export function identityKey(identity: { sourceId: string; eventId: string }): string {
  return `${identity.sourceId} ${identity.eventId}`
}

/**
 * Claims identities for the deliveries that apply them first. Returns the owner of each, by `identityKey`. Waits for
 * other transactions that claim the same; rows are claimed in one order, to avoid deadlocks.
 */
export async function claimIdentities(
  transaction: DatabaseTransaction,
  candidates: Identity[],
  nowMs: number,
): Promise<Map<string, Identity>> {
  const first = new Map<string, Identity>()
  for (const candidate of candidates) {
    const key = identityKey(candidate)
    if (!first.has(key)) first.set(key, candidate)
  }
  const wanted = [...first.values()].sort((a, b) => (identityKey(a) < identityKey(b) ? -1 : 1))
  const claimed = await sql<{ sourceId: string; eventId: string }>`
    insert into identities (source_id, event_id, delivery_id, content_sha256, applied_at)
    select source_id, event_id, delivery_id, decode(content, 'hex'), ${new Date(nowMs)}
    from unnest(
      ${wanted.map((identity) => identity.sourceId)}::text[],
      ${wanted.map((identity) => identity.eventId)}::text[],
      ${wanted.map((identity) => identity.deliveryId)}::text[],
      ${wanted.map((identity) => identity.contentSha256.toString('hex'))}::text[]
    ) as i (source_id, event_id, delivery_id, content)
    on conflict do nothing
    returning source_id as "sourceId", event_id as "eventId"`.execute(transaction)
  const standing = new Map(first)
  const won = new Set(claimed.rows.map(identityKey))
  const lost = wanted.filter((identity) => !won.has(identityKey(identity)))
  if (lost.length > 0) {
    for (const identity of await readIdentities(transaction, lost))
      standing.set(identityKey(identity), identity)
  }
  return standing
}

/** Deletes identities applied before `before`, `limit` in a statement. Returns how many. */
export async function pruneIdentities(database: Database, before: Date, limit = 10_000): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from identities where ctid = any(array(
        select ctid from identities where applied_at < ${before} limit ${limit}
      ))`.execute(database)
    forgotten += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < limit) return forgotten
  }
}

async function readIdentities(transaction: DatabaseTransaction, identities: Identity[]): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select source_id as "sourceId", event_id as "eventId", delivery_id as "deliveryId",
           content_sha256 as "contentSha256"
    from identities
    where (source_id, event_id) in (
      select * from unnest(
        ${identities.map((identity) => identity.sourceId)}::text[],
        ${identities.map((identity) => identity.eventId)}::text[]
      )
    )`.execute(transaction)
  return rows
}
