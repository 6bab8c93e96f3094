import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Row } from '../tables.ts'

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
  const { rows } = await sql<Row<'suppressed_addresses', 'channel_id'>>`
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

/** An address to which a channel sends nothing, in lower case. */
export type SuppressedAddress = Pick<Suppression, 'address' | 'reason' | 'until'> & { since: Date }

/** Returns the suppressed addresses of a channel. */
export async function listSuppressedAddresses(
  database: Database,
  { orgId, channelId }: { orgId: string; channelId: string },
): Promise<SuppressedAddress[]> {
  const { rows } = await sql<SuppressedAddress>`
    select address, a.reason, until, a.created_at as since from suppressed_addresses a join channels using (channel_id)
    where channel_id = ${channelId} and org_id = ${orgId} and (until is null or until > now())
    order by address`.execute(database)
  return rows
}

/** What a recipient subscribes to, and whether they unsubscribed. */
export type SubscriptionState = { channelName: string; workspaceName: string; isUnsubscribed: boolean }

type Subscription = Pick<Suppression, 'orgId' | 'channelId' | 'address'>

/** Returns undefined for a channel that the workspace does not have. */
export async function findSubscription(
  database: Database,
  { orgId, channelId, address }: Subscription,
): Promise<SubscriptionState | undefined> {
  const { rows } = await sql<SubscriptionState>`
    select c.name as "channelName", w.name as "workspaceName", exists (
      select from suppressed_addresses a
      where a.channel_id = c.channel_id and address = lower(${address}) and a.reason = 'unsubscribed'
        and (until is null or until > now())
    ) as "isUnsubscribed"
    from channels c join workspaces w using (org_id)
    where channel_id = ${channelId} and org_id = ${orgId}`.execute(database)
  return rows[0]
}

/** Sends to an address again that unsubscribed; one that a server refused stays suppressed. */
export async function subscribeAgain(
  database: Database,
  { orgId, channelId, address }: Subscription,
): Promise<void> {
  await sql`
    delete from suppressed_addresses a using channels c
    where c.channel_id = a.channel_id and a.channel_id = ${channelId} and c.org_id = ${orgId}
      and address = lower(${address}) and a.reason = 'unsubscribed'`.execute(database)
}

/** Sends to an address again. Returns what was lifted, or undefined if the channel suppresses no such address. */
export async function liftSuppression(
  database: Database,
  { orgId, channelId, address }: { orgId: string; channelId: string; address: string },
): Promise<SuppressedAddress | undefined> {
  const { rows } = await sql<SuppressedAddress>`
    delete from suppressed_addresses a using channels c
    where c.channel_id = a.channel_id and a.channel_id = ${channelId} and c.org_id = ${orgId}
      and address = lower(${address}) and (until is null or until > now())
    returning address, a.reason, until, a.created_at as since`.execute(database)
  return rows[0]
}
