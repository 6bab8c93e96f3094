import { defaultCell, idPrefixIn, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { suppressDisabled } from '../dispatches/settle-dispatches.ts'
import { createId } from '../ids.ts'
import { joinTransaction } from '../join-transaction.ts'
import type { SecretBox } from '../secret-box.ts'
import type { ChannelState } from '../tables.ts'
import { addChannelSecrets, type ChannelSecrets } from './channel-secrets.ts'

/** Where a workspace's alerts go, without its secrets. */
export type StoredChannel = {
  channelId: string
  orgId: string
  kind: string
  name: string
  settings: Record<string, unknown>
  state: ChannelState
  /** Why it is degraded or disabled. */
  reason: string | null
  /** Until when a person paused it; null if no one did, or the pause is over. */
  pausedUntil: Date | null
  createdAt: Date
}

/** Identifies one channel; with `orgId`, only within that workspace. */
export type ChannelReference = { channelId: string; orgId?: string | undefined }

/** The reason of a channel that a person disabled. It is off on purpose, and not broken. */
export const disabledByOperator = 'disabled by an operator'

type ChannelSwitch = ChannelReference & { enabled: boolean; reason: string | null }

export type NewChannel = Pick<StoredChannel, 'orgId' | 'kind' | 'name' | 'settings'> & {
  /** Undefined for a kind without any: sending then depends on no master key. */
  secrets: ChannelSecrets | undefined
  /** Named in the id. */
  cell?: string | undefined
}

/** Throws RejectedError `conflict` for a second channel of a kind of which a workspace has one. */
export async function createChannel(
  database: Database,
  secretBox: SecretBox,
  channel: NewChannel,
): Promise<StoredChannel> {
  const channelId = createId(idPrefixIn(channel.cell ?? defaultCell, 'chn_'))
  await joinTransaction(database, async (transaction) => {
    const { numAffectedRows } = await sql`
      insert into channels (channel_id, org_id, kind, name, settings)
      values (${channelId}, ${channel.orgId}, ${channel.kind}, ${channel.name}, ${JSON.stringify(channel.settings)})
      on conflict do nothing`.execute(transaction)
    if (numAffectedRows === 0n) {
      throw new RejectedError(
        'conflict',
        'The workspace has a channel of this kind, and takes no second one.',
      )
    }
    await transaction.insertInto('channel_health').values({ channel_id: channelId }).execute()
    const { secrets } = channel
    if (secrets !== undefined) await addChannelSecrets(transaction, secretBox, { channelId, secrets })
  })
  return getChannel(database, { channelId })
}

/** Returns the channels of one workspace, the oldest first. */
export async function listChannels(database: Database, orgId: string): Promise<StoredChannel[]> {
  return readChannels(database, sql`org_id = ${orgId}`)
}

/** Throws RejectedError `not_found`. */
export async function getChannel(database: Database, channel: ChannelReference): Promise<StoredChannel> {
  const [found] = await readChannels(database, isChannel(channel))
  if (found === undefined) throw missingChannel()
  return found
}

/**
 * Enables or disables a channel. Enabling clears its failures, so it starts fresh; what waited for a disabled channel
 * is not sent. Throws RejectedError `not_found`.
 */
export async function setChannelEnabled(database: Database, change: ChannelSwitch): Promise<StoredChannel> {
  // In a separate transaction: senders lock messages before channels.
  if (change.enabled) await suppressWaiting(database)
  const channel = await switchChannel(database, change)
  if (!change.enabled) await suppressWaiting(database)
  return channel
}

/** The part of `setChannelEnabled` that changes only the channel, for a transaction that does more. */
export async function switchChannel(
  database: Database,
  { channelId, orgId, enabled, reason }: ChannelSwitch,
): Promise<StoredChannel> {
  return joinTransaction(database, async (transaction) => {
    const channel = await getChannel(transaction, { channelId, orgId })
    // In the order in which workers lock the two.
    if (enabled) await clearFailures(transaction, channelId)
    const state = enabled ? 'active' : 'disabled'
    await sql`update channels set state = ${state}, reason = ${reason} where ${isChannel(channel)}`.execute(
      transaction,
    )
    return { ...channel, state, reason }
  })
}

/** Absent and undefined members stay unchanged. */
export type ChannelChanges = { [Name in 'name' | 'settings']?: StoredChannel[Name] | undefined }

/** Changes the given members only. The settings are replaced as a whole. Throws RejectedError `not_found`. */
export async function editChannel(
  database: Database,
  { name, settings, ...channel }: ChannelReference & ChannelChanges,
): Promise<StoredChannel> {
  const json = settings === undefined ? null : JSON.stringify(settings)
  await sql`
    update channels set name = coalesce(${name ?? null}, name), settings = coalesce(${json}::jsonb, settings)
    where ${isChannel(channel)}`.execute(database)
  return getChannel(database, channel)
}

/** Replaces the settings of a channel if they are still `from`. Returns whether they were. */
export async function replaceChannelSettings(
  transaction: DatabaseTransaction,
  {
    channelId,
    from,
    to,
  }: { channelId: string; from: StoredChannel['settings']; to: StoredChannel['settings'] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channels set settings = ${JSON.stringify(to)}::jsonb
    where channel_id = ${channelId} and settings = ${JSON.stringify(from)}::jsonb`.execute(transaction)
  return numAffectedRows === 1n
}

/**
 * Sends nothing through a channel until then; null ends the pause at `nowMs`. The pauses that a receiver asks for and
 * those of the breaker are kept elsewhere and go on. Throws RejectedError `not_found`.
 */
export async function setChannelPause(
  database: Database,
  { until, nowMs, ...channel }: ChannelReference & { until: Date | null; nowMs: number },
): Promise<StoredChannel> {
  // The end of a pause is kept: what waited until then is not late. By the earlier clock it is over for every reader.
  const end = sql`case when hand_paused_until is not null
    then least(hand_paused_until, now(), ${new Date(nowMs)}::timestamptz) end`
  await sql`update channels set hand_paused_until = ${until ?? end} where ${isChannel(channel)}`.execute(
    database,
  )
  return getChannel(database, channel)
}

/** Suppresses what waits for disabled channels, so that enabling one does not send it. */
export async function suppressWaiting(database: Database): Promise<void> {
  await joinTransaction(database, (transaction) => suppressDisabled(transaction, Date.now()))
}

export function isChannel({ channelId, orgId }: ChannelReference): RawBuilder<unknown> {
  return orgId === undefined
    ? sql`channel_id = ${channelId}`
    : sql`channel_id = ${channelId} and org_id = ${orgId}`
}

export function missingChannel(): RejectedError {
  return new RejectedError('not_found', 'There is no such channel.')
}

async function readChannels(database: Database, condition: RawBuilder<unknown>): Promise<StoredChannel[]> {
  const { rows } = await sql<StoredChannel>`
    select channel_id as "channelId", org_id as "orgId", kind, name, settings, state, reason,
           case when hand_paused_until > now() then hand_paused_until end as "pausedUntil", created_at as "createdAt"
    from channels where ${condition} order by channel_id`.execute(database)
  return rows
}

async function clearFailures(transaction: DatabaseTransaction, channelId: string): Promise<void> {
  await sql`
    update channel_health
    set failing_since = null, consecutive_failures = 0, paused_until = null, window_started_at = null,
        window_attempts = 0, window_failures = 0, breaker_openings = 0
    where channel_id = ${channelId}`.execute(transaction)
}
