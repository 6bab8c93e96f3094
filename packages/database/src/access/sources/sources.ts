import { defaultCell, idPrefixIn, RejectedError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import { joinTransaction } from '../../join-transaction.ts'
import type { SecretBox } from '../../secret-box.ts'

/** A registered sender, without its secrets. */
export type Source = {
  sourceId: string
  orgId: string
  name: string
  scheme: string
  settings: Record<string, string>
  toleranceSeconds: number
  ratePerMinute: number | null
  enabled: boolean
  createdAt: Date
  lastDeliveryAt: Date | null
}

/** Identifies one source; with `orgId`, only within that workspace. */
export type SourceReference = { sourceId: string; orgId?: string | undefined }

export type NewSource = Pick<
  Source,
  'orgId' | 'name' | 'scheme' | 'settings' | 'toleranceSeconds' | 'ratePerMinute'
> & {
  secret: string
  /** Named in the id. */
  cell?: string | undefined
}

/** Returns the context that binds a sealed secret to its source. */
export function secretContextOf(sourceId: string): string {
  return `source:${sourceId}`
}

export async function createSource(
  database: Database,
  secretBox: SecretBox,
  source: NewSource,
): Promise<Source> {
  const sourceId = createId(idPrefixIn(source.cell ?? defaultCell, 'src_'))
  await joinTransaction(database, async (transaction) => {
    await sql`
      insert into sources (source_id, org_id, name, scheme, settings, tolerance_seconds, rate_per_minute)
      values (${sourceId}, ${source.orgId}, ${source.name}, ${source.scheme}, ${JSON.stringify(source.settings)},
              ${source.toleranceSeconds}, ${source.ratePerMinute})`.execute(transaction)
    await addSecret(transaction, secretBox, { sourceId, secret: source.secret })
  })
  return getSource(database, { sourceId })
}

/**
 * Gives a source a new secret. The previous newest one stays valid for `overlapMs`, all others end at once; by the
 * database's clock, which every intake's `loadSources` uses. Returns when the previous one ends. Throws RejectedError
 * `not_found`.
 */
export async function rotateSourceSecret(
  database: Database,
  secretBox: SecretBox,
  { sourceId, orgId, secret, overlapMs }: SourceReference & { secret: string; overlapMs: number },
): Promise<{ previousValidUntil: Date }> {
  return joinTransaction(database, async (transaction) => {
    const { rows } = await sql<{ previousValidUntil: Date }>`
      select now() + make_interval(secs => ${overlapMs / 1000}) as "previousValidUntil"
      from sources s where ${isSource({ sourceId, orgId })} for update`.execute(transaction)
    const [answer] = rows
    if (answer === undefined) throw missingSource()
    await sql`
      update source_secrets
      set valid_until = case
        when valid_until is null then ${answer.previousValidUntil}
        else least(valid_until, now())
      end
      where source_id = ${sourceId}`.execute(transaction)
    await addSecret(transaction, secretBox, { sourceId, secret })
    return answer
  })
}

/** Returns the text of the newest secret; undefined when none is valid. */
export async function findNewestSecret(
  database: Database,
  secretBox: SecretBox,
  sourceId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ ciphertext: Buffer }>`
    select ciphertext from source_secrets
    where source_id = ${sourceId} and (valid_until is null or valid_until > now())
    order by secret_id desc limit 1`.execute(database)
  const [newest] = rows
  return newest && secretBox.open(newest.ciphertext, secretContextOf(sourceId))
}

/** Returns the sources of one workspace, the oldest first. */
export async function listSources(database: Database, orgId: string): Promise<Source[]> {
  return readSources(database, sql`s.org_id = ${orgId}`)
}

export async function findSource(database: Database, source: SourceReference): Promise<Source | undefined> {
  const [found] = await readSources(database, isSource(source))
  return found
}

/** Throws RejectedError `not_found`. */
export async function getSource(database: Database, source: SourceReference): Promise<Source> {
  const found = await findSource(database, source)
  if (found === undefined) throw missingSource()
  return found
}

/** Throws RejectedError `not_found`. */
export async function setSourceEnabled(
  database: Database,
  { sourceId, orgId, enabled }: SourceReference & { enabled: boolean },
): Promise<Source> {
  await sql`update sources s set enabled = ${enabled} where ${isSource({ sourceId, orgId })}`.execute(
    database,
  )
  return getSource(database, { sourceId, orgId })
}

/** Replaces what may be changed of a source. Throws RejectedError `not_found`. */
export async function editSource(
  database: Database,
  source: SourceReference & Pick<Source, 'name' | 'settings' | 'toleranceSeconds' | 'ratePerMinute'>,
): Promise<Source> {
  const { sourceId, orgId, name, settings, toleranceSeconds, ratePerMinute } = source
  await sql`
    update sources s
    set name = ${name}, settings = ${JSON.stringify(settings)}, tolerance_seconds = ${toleranceSeconds},
        rate_per_minute = ${ratePerMinute}
    where ${isSource({ sourceId, orgId })}`.execute(database)
  return getSource(database, { sourceId, orgId })
}

async function addSecret(
  transaction: DatabaseTransaction,
  secretBox: SecretBox,
  { sourceId, secret }: { sourceId: string; secret: string },
): Promise<void> {
  const ciphertext = secretBox.seal(secret, secretContextOf(sourceId))
  await transaction.insertInto('source_secrets').values({ source_id: sourceId, ciphertext }).execute()
}

async function readSources(database: Database, condition: RawBuilder<unknown>): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select s.source_id as "sourceId", org_id as "orgId", name, scheme, settings,
           tolerance_seconds as "toleranceSeconds", rate_per_minute as "ratePerMinute", enabled,
           created_at as "createdAt", last_delivery_at as "lastDeliveryAt"
    from sources s left join source_activity a on a.source_id = s.source_id
    where ${condition} order by s.source_id`.execute(database)
  return rows
}

function isSource({ sourceId, orgId }: SourceReference): RawBuilder<unknown> {
  return orgId === undefined
    ? sql`s.source_id = ${sourceId}`
    : sql`s.source_id = ${sourceId} and s.org_id = ${orgId}`
}

function missingSource(): RejectedError {
  return new RejectedError('not_found', 'There is no such source.')
}
