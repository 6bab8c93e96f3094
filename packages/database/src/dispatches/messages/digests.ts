import { type Signal, type SignalRegisters, type SignalState, signalFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'

export type Digest = {
  digestId: string
  orgId: string
  ruleId: string
  channelId: string
  groupKey: string
  reason: string | null
  dueAt: Date
}

/** Locks a due digest that no other worker is closing. */
export async function lockDueDigest(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<Digest | undefined> {
  const { rows } = await sql<Digest>`
    select ${columns} from digests where is_open and due_at <= ${new Date(nowMs)}
    order by due_at limit 1 for update skip locked`.execute(transaction)
  return rows[0]
}

export async function getDigest(transaction: DatabaseTransaction, digestId: string): Promise<Digest> {
  const { rows } = await sql<Digest>`select ${columns} from digests where digest_id = ${digestId}`.execute(
    transaction,
  )
  const [digest] = rows
  if (digest === undefined) throw new Error('A message of a digest has lost its digest.')
  return digest
}

export async function postponeDigest(
  transaction: DatabaseTransaction,
  { digestId, dueMs }: { digestId: string; dueMs: number },
): Promise<void> {
  await sql`update digests set due_at = ${new Date(dueMs)} where digest_id = ${digestId}`.execute(transaction)
}

/** Closes a digest, so that nothing joins it any more. */
export async function closeDigest(transaction: DatabaseTransaction, digestId: string): Promise<void> {
  await sql`update digests set is_open = false where digest_id = ${digestId}`.execute(transaction)
}

export type DigestItem = { signalId: string; signal: Signal | undefined }

/** Returns the items of a digest, the best first; a deleted signal has no document. */
export async function readDigestItems(
  database: Database,
  { digestId, orgId }: Pick<Digest, 'digestId' | 'orgId'>,
): Promise<DigestItem[]> {
  const { rows } = await sql<{
    signalId: string
    state: SignalState | null
    registers: SignalRegisters | null
  }>`
    select d.signal_id as "signalId", s.state, r.state as registers
    from dispatches d
    left join signals s on s.org_id = d.org_id and s.signal_id = d.signal_id
    left join signal_registers r on r.org_id = d.org_id and r.signal_id = d.signal_id
    where d.digest_id = ${digestId} and d.org_id = ${orgId} and d.status in ('pending', 'expired', 'sent', 'digested')
    order by s.relevance_score desc nulls last, s.posted_at desc, d.signal_id desc`.execute(database)
  return rows.map(({ signalId, state, registers }) => ({
    signalId,
    signal: state === null ? undefined : signalFrom({ orgId, id: signalId, state }, registers ?? undefined),
  }))
}

const columns = sql`
  digest_id as "digestId", org_id as "orgId", rule_id as "ruleId", channel_id as "channelId",
  group_key as "groupKey", reason, due_at as "dueAt"`
