import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import { type ChannelReference, isChannel, missingChannel } from './channels.ts'

/** A user on the channel's side, and who that is here. */
export type ChannelUser = { externalUserId: string; userId: string }

/** Adds users of a channel; a later mapping of a user replaces the earlier one. Throws RejectedError `not_found`. */
export async function mapChannelUsers(
  database: Database,
  { channelId, orgId, users }: ChannelReference & { users: readonly ChannelUser[] },
): Promise<ChannelUser[]> {
  return joinTransaction(database, async (transaction) => {
    const { rows: found } = await sql`
      select from channels where ${isChannel({ channelId, orgId })} for update`.execute(transaction)
    if (found.length === 0) throw missingChannel()
    const latest = new Map(users.map(({ externalUserId, userId }) => [externalUserId, userId]))
    await sql`
      insert into channel_users (channel_id, external_user_id, user_id)
      select ${channelId}, * from unnest(${[...latest.keys()]}::text[], ${[...latest.values()]}::text[])
      on conflict (channel_id, external_user_id) do update set user_id = excluded.user_id`.execute(
      transaction,
    )
    return listChannelUsers(transaction, { channelId, orgId })
  })
}

/** Returns the mapped users of a channel, by their ids on its side. */
export async function listChannelUsers(
  database: Database,
  { channelId, orgId }: ChannelReference,
): Promise<ChannelUser[]> {
  const { rows } = await sql<ChannelUser>`
    select external_user_id as "externalUserId", user_id as "userId"
    from channel_users join (select channel_id from channels where ${isChannel({ channelId, orgId })}) one
      using (channel_id)
    order by external_user_id`.execute(database)
  return rows
}
