import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { SecretBox } from '../../secret-box.ts'
import { secretContextOf } from './sources.ts'

/** A source as the intake holds it in memory. */
export type LoadedSource = {
  sourceId: string
  orgId: string
  scheme: string
  settings: Record<string, string>
  toleranceSeconds: number
  /** Verified requests a minute; null is no limit. */
  ratePerMinute: number | null
  enabled: boolean
  /** The newest first. */
  secrets: { secretId: string; text: string; validUntil: Date | null }[]
  /** Secrets that the secret box cannot open, because they were sealed under another key. */
  sealedSecretIds: string[]
}

type Row = Omit<LoadedSource, 'secrets' | 'sealedSecretIds'> & {
  secretId: string | null
  ciphertext: Buffer | null
  validUntil: Date | null
}

/** Returns every source with its settings and its opened secrets that have not ended. */
export async function loadSources(database: Database, secretBox: SecretBox): Promise<LoadedSource[]> {
  return readSources(database, secretBox, {
    isSource: sql`true`,
    isSecret: sql`valid_until is null or valid_until > now()`,
  })
}

/** Returns the sources of one workspace with all their secrets, ended ones included. */
export async function loadWorkspaceSources(
  database: Database,
  secretBox: SecretBox,
  orgId: string,
): Promise<LoadedSource[]> {
  return readSources(database, secretBox, { isSource: sql`s.org_id = ${orgId}`, isSecret: sql`true` })
}

/** Returns a version that moves with every change of a source or its secrets. Until then `loadSources` is current. */
export async function readRegistryVersion(database: Database): Promise<string> {
  const { version } = await database.selectFrom('source_registry').select('version').executeTakeFirstOrThrow()
  return version
}

/** A secret that does not open leaves its source the others. */
async function readSources(
  database: Database,
  secretBox: SecretBox,
  { isSource, isSecret }: { isSource: RawBuilder<unknown>; isSecret: RawBuilder<unknown> },
): Promise<LoadedSource[]> {
  const { rows } = await sql<Row>`
    select s.source_id as "sourceId", org_id as "orgId", scheme, settings,
           tolerance_seconds as "toleranceSeconds", rate_per_minute as "ratePerMinute", enabled,
           secret_id as "secretId", ciphertext, valid_until as "validUntil"
    from sources s
    left join source_secrets c on c.source_id = s.source_id and (${isSecret})
    where ${isSource}
    order by s.source_id, secret_id desc`.execute(database)
  const sources = new Map<string, LoadedSource>()
  for (const { secretId, ciphertext, validUntil, ...source } of rows) {
    const loaded = sources.get(source.sourceId) ?? { ...source, secrets: [], sealedSecretIds: [] }
    sources.set(source.sourceId, loaded)
    if (secretId === null || ciphertext === null) continue
    const text = findText(secretBox, source.sourceId, ciphertext)
    if (text === undefined) loaded.sealedSecretIds.push(secretId)
    else loaded.secrets.push({ secretId, text, validUntil })
  }
  return [...sources.values()]
}

function findText(secretBox: SecretBox, sourceId: string, ciphertext: Buffer): string | undefined {
  try {
    return secretBox.open(ciphertext, secretContextOf(sourceId))
  } catch {
    // GCM gives no reason.
    return undefined
  }
}
