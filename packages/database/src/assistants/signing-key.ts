import type { Database } from '../database.ts'
import type { SecretBox } from '../secret-box.ts'

const keyId = 'signing'

/** What a sealed key of the authorization server is bound to. */
export function oauthKeyContextOf(owner: string): string {
  return `oauth key ${owner}`
}

/** Returns the private key of the authorization server, as JSON, made by `create` where there is none. */
export async function readSigningKey(
  database: Database,
  secretBox: SecretBox,
  create: () => Promise<string>,
): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const row = await database
      .selectFrom('oauth_keys')
      .select('ciphertext')
      .where('key_id', '=', keyId)
      .executeTakeFirst()
    return row && secretBox.open(row.ciphertext, oauthKeyContextOf(keyId))
  }
  const known = await read()
  if (known !== undefined) return known
  const ciphertext = secretBox.seal(await create(), oauthKeyContextOf(keyId))
  await database
    .insertInto('oauth_keys')
    .values({ key_id: keyId, ciphertext })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await read()
  if (stored === undefined) throw new Error('the signing key was removed while it was made')
  return stored
}
