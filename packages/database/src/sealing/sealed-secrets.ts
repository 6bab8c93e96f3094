import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import type { SecretBox } from '../secret-box.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

/** A sealed secret of any kind. */
export type SealedSecret = { from: SealedColumn; key: string; owner: string; ciphertext: Buffer }

export type SecretInspection = {
  /** How many secrets each master key opens, in the order of the keys. */
  openedBy: number[]
  /** Those that an older key sealed, or an earlier version. */
  stale: SealedSecret[]
  /** The sources, channels and warehouses of valid secrets that no key opens, and the workspace of the canary. */
  lockedOwners: string[]
}

/** Looks at every sealed secret of the installation. */
export async function inspectSecrets(database: Database, secretBox: SecretBox): Promise<SecretInspection> {
  const openedBy = new Array<number>(secretBox.keys).fill(0)
  const stale: SealedSecret[] = []
  const lockedOwners = new Set<string>()
  for (const from of sealedColumns) {
    for (const { isEnded, ...row } of await readColumn(database, from)) {
      const found = secretBox.inspect(row.ciphertext, from.contextOf(row.owner))
      if (found !== undefined) openedBy[found.key] = (openedBy[found.key] ?? 0) + 1
      else if (!isEnded) lockedOwners.add(row.owner)
      if (found?.isCurrent === false) stale.push({ from, ...row })
    }
  }
  return { openedBy, stale, lockedOwners: [...lockedOwners] }
}

/** Seals a secret under the first key. Returns false, with nothing changed, if the row has another secret meanwhile. */
export async function resealSecret(
  database: Database | DatabaseTransaction,
  secretBox: SecretBox,
  { from, key, owner, ciphertext }: SealedSecret,
): Promise<boolean> {
  const context = from.contextOf(owner)
  const resealed = secretBox.seal(secretBox.open(ciphertext, context), context)
  const column = sql.ref(from.column)
  const { numAffectedRows } = await sql`
    update ${sql.table(from.table)} set ${column} = ${resealed}
    where ${sql.ref(from.key)}::text = ${key} and ${column} = ${ciphertext}`.execute(database)
  return numAffectedRows === 1n
}

async function readColumn(
  database: Database,
  { table, column, key, owner, isEnded }: SealedColumn,
): Promise<{ key: string; owner: string; ciphertext: Buffer; isEnded: boolean }[]> {
  const { rows } = await sql<{ key: string; owner: string; ciphertext: Buffer; isEnded: boolean }>`
    select ${sql.ref(key)}::text as key, ${sql.ref(owner)} as owner, ${sql.ref(column)} as ciphertext,
           ${sql.raw(isEnded)} as "isEnded"
    from ${sql.table(table)} where ${sql.ref(column)} is not null order by ${sql.ref(key)}`.execute(database)
  return rows
}
