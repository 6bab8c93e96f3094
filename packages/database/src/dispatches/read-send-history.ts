import type { SendHistory } from '@signalpost/domain'
import { dayMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { hashPostKey } from './messages/hash-post-key.ts'

/** One rule and one of its channels. */
export type Pair = { ruleId: string; channelId: string }

/**
 * Returns what rules recently sent to their channels, by `pairKey`: the posts among `postKeys` within a day, and the
 * times within `throttleMs` that a throttle counts. Until the transaction ends, no one else decides for the workspace.
 */
export async function readSendHistory(
  transaction: DatabaseTransaction,
  {
    orgId,
    pairs,
    postKeys,
    throttleMs,
    nowMs,
  }: { orgId: string; pairs: Pair[]; postKeys: string[]; throttleMs: number; nowMs: number },
): Promise<Map<string, SendHistory>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dispatches of ${orgId}`}, 0))`.execute(
    transaction,
  )
  const history = new Map<string, SendHistory>(
    pairs.map((pair) => [pairKey(pair), { posts: new Map(), momentsMs: [] }]),
  )
  const asked = sql`
    unnest(${pairs.map(({ ruleId }) => ruleId)}::text[], ${pairs.map(({ channelId }) => channelId)}::text[])
      as asked (rule_id, channel_id)`
  const keysByHash = new Map(postKeys.map((key) => [hashPostKey(key), key]))
  // A dispatch in a digest counts when the digest is sent.
  const posts = await sql<Pair & { postKey: string; at: Date }>`
    select rule_id as "ruleId", channel_id as "channelId", post_key as "postKey", max(at) as at
    from (
      select d.rule_id, d.channel_id, post_key, coalesce(sent_at, due_at, decided_at) as at
      from ${asked} join dispatches d using (rule_id, channel_id)
      left join digests g on g.digest_id = d.digest_id
      where d.org_id = ${orgId} and post_key = any(${[...keysByHash.keys()]})
    ) history
    where at > ${new Date(nowMs - dayMs)}
    group by rule_id, channel_id, post_key`.execute(transaction)
  for (const row of posts.rows) {
    const key = keysByHash.get(row.postKey)
    if (key !== undefined) history.get(pairKey(row))?.posts.set(key, row.at.getTime())
  }
  if (throttleMs === 0) return history
  const since = new Date(nowMs - throttleMs)
  const moments = await sql<Pair & { at: Date }>`
    select rule_id as "ruleId", channel_id as "channelId", decided_at as at
    from ${asked} join dispatches using (rule_id, channel_id)
    where org_id = ${orgId} and is_instant and decided_at > ${since}
    union all
    select rule_id, channel_id, due_at from ${asked} join digests using (rule_id, channel_id)
    where org_id = ${orgId} and reason = 'throttle' and due_at > ${since}`.execute(transaction)
  for (const row of moments.rows) history.get(pairKey(row))?.momentsMs.push(row.at.getTime())
  return history
}

export function pairKey({ ruleId, channelId }: Pair): string {
  return `${ruleId} ${channelId}`
}
