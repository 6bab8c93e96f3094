import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import type { SecretBox } from '../secret-box.ts'

/** All secrets of one channel, by the names of its kind. */
export type ChannelSecrets = Record<string, string>

export type ValidChannelSecrets = { secretId: string; secrets: ChannelSecrets; validUntil: Date | null }

/**
 * Gives a channel new secrets. The previous newest ones stay valid for `overlapMs`, all others end at once; by the
 * database's clock. Returns when the previous ones end. Throws RejectedError `not_found`.
 */
export async function rotateChannelSecrets(
  database: Database,
  secretBox: SecretBox,
  {
    channelId,
    orgId,
    secrets,
    overlapMs,
  }: { channelId: string; orgId: string; secrets: ChannelSecrets; overlapMs: number },
): Promise<{ previousValidUntil: Date }> {
  return joinTransaction(database, async (transaction) => {
    const { rows } = await sql<{ previousValidUntil: Date }>`
      select now() + make_interval(secs => ${overlapMs / 1000}) as "previousValidUntil"
      from channels where channel_id = ${channelId} and org_id = ${orgId} for update`.execute(transaction)
    const [answer] = rows
    if (answer === undefined) throw new RejectedError('not_found', 'There is no such channel.')
    await sql`
      update channel_secrets
      set valid_until = case
        when valid_until is null then ${answer.previousValidUntil}
        else least(valid_until, now())
      end
      where channel_id = ${channelId}`.execute(transaction)
    await addChannelSecrets(transaction, secretBox, { channelId, secrets })
    return answer
  })
}

/** Returns the secrets of a channel that have not ended, the newest first. Throws if one cannot be opened. */
export async function openChannelSecrets(
  database: Database,
  secretBox: SecretBox,
  { channelId, orgId }: { channelId: string; orgId: string },
): Promise<ValidChannelSecrets[]> {
  const { rows } = await sql<{ secretId: string; ciphertext: Buffer; validUntil: Date | null }>`
    select secret_id as "secretId", ciphertext, valid_until as "validUntil"
    from channel_secrets join channels using (channel_id)
    where channel_id = ${channelId} and org_id = ${orgId} and (valid_until is null or valid_until > now())
    order by secret_id desc`.execute(database)
  return rows.map(({ ciphertext, ...row }) => ({
    ...row,
    secrets: openSecrets(secretBox, { channelId, ciphertext }),
  }))
}

/** Throws if they were sealed under another key, or for another channel. */
export function openSecrets(
  secretBox: SecretBox,
  { channelId, ciphertext }: { channelId: string; ciphertext: Buffer },
): ChannelSecrets {
  // The cast: GCM only opens what `addChannelSecrets` sealed.
  return JSON.parse(secretBox.open(ciphertext, channelSecretContextOf(channelId))) as ChannelSecrets
}

export async function addChannelSecrets(
  transaction: DatabaseTransaction,
  secretBox: SecretBox,
  { channelId, secrets }: { channelId: string; secrets: ChannelSecrets },
): Promise<void> {
  const ciphertext = secretBox.seal(JSON.stringify(secrets), channelSecretContextOf(channelId))
  await transaction.insertInto('channel_secrets').values({ channel_id: channelId, ciphertext }).execute()
}

/** Replaces the newest secrets of a channel, without an overlap. */
export async function replaceChannelSecrets(
  transaction: DatabaseTransaction,
  secretBox: SecretBox,
  { channelId, secretId, secrets }: { channelId: string; secretId: string; secrets: ChannelSecrets },
): Promise<void> {
  const ciphertext = secretBox.seal(JSON.stringify(secrets), channelSecretContextOf(channelId))
  await sql`
    update channel_secrets set ciphertext = ${ciphertext}
    where secret_id = ${secretId} and channel_id = ${channelId}`.execute(transaction)
}

/** Returns the context that binds sealed secrets to their channel. */
export function channelSecretContextOf(channelId: string): string {
  return `channel:${channelId}`
}
