import { hash } from 'node:crypto'
import type { Database } from '../database.ts'

/** What the authorization server remembers by a value that it gave away, such as a token, without that value. */
export type Artifact = { payload: Record<string, unknown>; endsAt: Date }

/** Names an artifact by its model and the value of which only the hash is stored. */
export function hashArtifact(model: string, value: string): Buffer {
  return hash('sha256', `${model}:${value}`, 'buffer')
}

/** Stores an artifact in place of one of the same name. */
export async function storeArtifact(
  database: Database,
  {
    artifactSha256,
    model,
    assistantId,
    grantId,
    payload,
    endsAt,
  }: {
    artifactSha256: Buffer
    model: string
    assistantId: string | null
    grantId: string | null
    payload: Record<string, unknown>
    endsAt: Date
  },
): Promise<void> {
  const values = {
    ...{ model, assistant_id: assistantId, grant_id: grantId },
    ...{ payload: JSON.stringify(payload), ends_at: endsAt },
  }
  await database
    .insertInto('oauth_artifacts')
    .values({ artifact_sha256: artifactSha256, ...values })
    .onConflict((conflict) => conflict.column('artifact_sha256').doUpdateSet(values))
    .execute()
}

/** Returns an artifact that is not over. */
export async function findArtifact(
  database: Database,
  { artifactSha256, nowMs }: { artifactSha256: Buffer; nowMs: number },
): Promise<Artifact | undefined> {
  const row = await database
    .selectFrom('oauth_artifacts')
    .select(['payload', 'ends_at as endsAt'])
    .where('artifact_sha256', '=', artifactSha256)
    .where('ends_at', '>', new Date(nowMs))
    .executeTakeFirst()
  // The cast: payloads are written as objects.
  return row && { ...row, payload: row.payload as Artifact['payload'] }
}

/** Whether an artifact could be consumed, was consumed as often as it may be, or too long after its first use. */
export type Consumption = 'consumed' | 'exhausted' | 'over'

/** Consumes an artifact, up to `mostUses` times after `firstSinceMs`: all processes together, whatever they do at once. */
export async function consumeArtifact(
  database: Database,
  {
    artifactSha256,
    nowMs,
    mostUses,
    firstSinceMs,
  }: { artifactSha256: Buffer; nowMs: number; mostUses: number; firstSinceMs: number },
): Promise<Consumption> {
  const firstSince = new Date(firstSinceMs)
  const { numUpdatedRows } = await database
    .updateTable('oauth_artifacts')
    .set((row) => ({
      consumed_at: row.fn.coalesce('consumed_at', row.val(new Date(nowMs))),
      uses: row('uses', '+', 1),
    }))
    .where('artifact_sha256', '=', artifactSha256)
    .where('uses', '<', mostUses)
    .where((row) => row.or([row('consumed_at', 'is', null), row('consumed_at', '>', firstSince)]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return 'consumed'
  const late = await database
    .selectFrom('oauth_artifacts')
    .select('artifact_sha256')
    .where('artifact_sha256', '=', artifactSha256)
    .where('consumed_at', '<=', firstSince)
    .executeTakeFirst()
  return late === undefined ? 'exhausted' : 'over'
}

export async function dropArtifact(
  database: Database,
  { artifactSha256 }: { artifactSha256: Buffer },
): Promise<void> {
  await database.deleteFrom('oauth_artifacts').where('artifact_sha256', '=', artifactSha256).execute()
}

/** Removes the codes and tokens of a grant. */
export async function dropArtifactsOfGrant(
  database: Database,
  { grantId }: { grantId: string },
): Promise<void> {
  await database.deleteFrom('oauth_artifacts').where('grant_id', '=', grantId).execute()
}

/** Keeps an artifact longer, never shorter. */
export async function keepArtifact(
  database: Database,
  { artifactSha256, endsAt }: { artifactSha256: Buffer; endsAt: Date },
): Promise<void> {
  await database
    .updateTable('oauth_artifacts')
    .set({ ends_at: endsAt })
    .where('artifact_sha256', '=', artifactSha256)
    .where('ends_at', '<', endsAt)
    .execute()
}
