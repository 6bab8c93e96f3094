import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SecretBox } from '../secret-box.ts'
import { type ChannelSecrets, openSecrets } from './channel-secrets.ts'

/** A channel as the intake holds it in memory, to identify who presses its buttons. */
export type LoadedChannel = {
  channelId: string
  orgId: string
  kind: string
  settings: Record<string, unknown>
  enabled: boolean
  /** Those that have not ended, the newest first. */
  secrets: { secretId: string; values: ChannelSecrets; validUntil: Date | null }[]
  /** Secrets that the secret box cannot open, because they were sealed under another key. */
  sealedSecretIds: string[]
  /** Our users by their ids on the channel's side. */
  users: Record<string, string>
}

type Row = Omit<LoadedChannel, 'secrets' | 'sealedSecretIds'> & {
  secretId: string | null
  ciphertext: Buffer | null
  validUntil: Date | null
}

/**
 * Loads every channel with its settings, users and opened secrets. `readRegistryVersion` shows when this is outdated.
 */
export async function loadChannels(database: Database, secretBox: SecretBox): Promise<LoadedChannel[]> {
  const { rows } = await sql<Row>`
    select c.channel_id as "channelId", org_id as "orgId", kind, settings, state <> 'disabled' as enabled,
           secret_id as "secretId", ciphertext, valid_until as "validUntil",
           coalesce((
             select jsonb_object_agg(external_user_id, user_id) from channel_users u
             where u.channel_id = c.channel_id
           ), '{}') as users
    from channels c
    left join channel_secrets s on s.channel_id = c.channel_id and (valid_until is null or valid_until > now())
    order by c.channel_id, secret_id desc`.execute(database)
  const channels = new Map<string, LoadedChannel>()
  for (const { secretId, ciphertext, validUntil, ...channel } of rows) {
    const loaded = channels.get(channel.channelId) ?? { ...channel, secrets: [], sealedSecretIds: [] }
    channels.set(channel.channelId, loaded)
    if (secretId === null || ciphertext === null) continue
    const values = findSecrets(secretBox, channel.channelId, ciphertext)
    if (values === undefined) loaded.sealedSecretIds.push(secretId)
    else loaded.secrets.push({ secretId, values, validUntil })
  }
  return [...channels.values()]
}

function findSecrets(
  secretBox: SecretBox,
  channelId: string,
  ciphertext: Buffer,
): ChannelSecrets | undefined {
  try {
    return openSecrets(secretBox, { channelId, ciphertext })
  } catch {
    // GCM gives no reason.
    return undefined
  }
}
