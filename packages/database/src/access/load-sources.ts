import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SecretBox } from '../secret-box.ts'
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
  /** Those that have not ended, the newest first. */
  secrets: { secretId: string; text: string; validUntil: Date | null }[]
}

type Row = Omit<LoadedSource, 'secrets'> & {
  secretId: string | null
  ciphertext: Buffer | null
  validUntil: Date | null
}

/** Every source with its settings and opened secrets. Throws when the secret box does not open one of them. */
export async function loadSources(database: Database, secretBox: SecretBox): Promise<LoadedSource[]> {
  const { rows } = await sql<Row>`
    select s.source_id as "sourceId", org_id as "orgId", scheme, settings,
           tolerance_seconds as "toleranceSeconds", rate_per_minute as "ratePerMinute", enabled,
           secret_id as "secretId", ciphertext, valid_until as "validUntil"
    from sources s
    left join source_secrets c on c.source_id = s.source_id and (valid_until is null or valid_until > now())
    order by s.source_id, secret_id desc`.execute(database)
  const sources = new Map<string, LoadedSource>()
  for (const { secretId, ciphertext, validUntil, ...source } of rows) {
    const loaded = sources.get(source.sourceId) ?? { ...source, secrets: [] }
    sources.set(source.sourceId, loaded)
    if (secretId === null || ciphertext === null) continue
    loaded.secrets.push({ secretId, text: openSecret(secretBox, source.sourceId, ciphertext), validUntil })
  }
  return [...sources.values()]
}

/** Moves with every change of a source or its secrets: while it stands, what `loadSources` answered is current. */
export async function readRegistryVersion(database: Database): Promise<string> {
  const { version } = await database.selectFrom('source_registry').select('version').executeTakeFirstOrThrow()
  return version
}

function openSecret(secretBox: SecretBox, sourceId: string, ciphertext: Buffer): string {
  try {
    return secretBox.open(ciphertext, secretContextOf(sourceId))
  } catch (cause) {
    throw new Error(
      `A secret of ${sourceId} does not open: SIGNALPOST_MASTER_KEY is not the key it was sealed with`,
      {
        cause,
      },
    )
  }
}
