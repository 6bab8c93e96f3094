import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Why a channel sends nothing to an address. */
type Suppression = {
  orgId: string
  channelId: string
  address: string
  /** Short and stable: `unsubscribed`, `refused`. */
  reason: string
  /** Null means permanently. */
  until: Date | null
}

/**
 * Suppresses an address in a channel; a permanent suppression stays permanent. Returns whether the workspace has the
 * channel.
 */
export async function suppressAddress(
  database: Database,
  { orgId, channelId, address, reason, until }: Suppression,
): Promise<boolean> {
  const { rows } = await sql`
    insert into suppressed_addresses as known (channel_id, address, reason, until)
    select channel_id, lower(${address}), ${reason}, ${until}
    from channels where channel_id = ${channelId} and org_id = ${orgId}
    on conflict (channel_id, address) do update
    set reason = case when known.until is null then known.reason else excluded.reason end,
        until = case when known.until is null or excluded.until is null then null
                     else greatest(known.until, excluded.until) end
    returning channel_id`.execute(database)
  return rows.length > 0
}

/** Returns the suppressed addresses of a channel, in lower case. */
export async function listSuppressedAddresses(
  database: Database,
  { orgId, channelId }: { orgId: string; channelId: string },
): Promise<{ address: string; reason: string; until: Date | null }[]> {
  const { rows } = await sql<{ address: string; reason: string; until: Date | null }>`
    select address, a.reason, until from suppressed_addresses a join channels using (channel_id)
    where channel_id = ${channelId} and org_id = ${orgId} and (until is null or until > now())
    order by address`.execute(database)
  return rows
}
