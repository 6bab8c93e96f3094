import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MasterKeys, masterKeysSchema } from '@signalpost/runtime'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { findDatabaseLocation } from './cluster-home.ts'
import { ensureDataDirectory } from './data-directory.ts'
import { publishFile } from './publish-file.ts'

const keyBytes = 32

/** Returns the keys that encrypt secrets: one of 32 bytes, created on the first call. Only a person changes the file. */
export function ensureMasterKeys(dataDir: string): MasterKeys {
  const existing = findMasterKeys(dataDir)
  if (existing !== undefined) return existing
  ensureDataDirectory(dataDir)
  publishFile(keyPath(dataDir), `${randomBytes(keyBytes).toString('base64')}\n`)
  return ensureMasterKeys(dataDir)
}

/** Returns the data directory's master keys, if it has any: in base64, as `new` or as `new,old`. */
export function findMasterKeys(dataDir: string): MasterKeys | undefined {
  let text: string
  try {
    text = readFileSync(keyPath(dataDir), 'utf8').trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined // the cast: fs throws nothing else
    throw cause
  }
  const parsed = masterKeysSchema.safeParse(text)
  if (parsed.success) return parsed.data
  throw new EmbeddedPostgresError(
    'failed',
    `${keyPath(dataDir)} does not contain 32 bytes in base64, or two such keys as new,old: restore it from a backup, because no stored secret can be read without it`,
  )
}

/** Throws if the data directory has a database but no master key, as after a restore: a new key would open nothing. */
export function refuseLostMasterKey(dataDir: string): void {
  if (findDatabaseLocation(dataDir) === undefined || findMasterKeys(dataDir) !== undefined) return
  throw new EmbeddedPostgresError(
    'failed',
    `${dataDir} has a database but no master key: put its key back as ${keyPath(dataDir)}. If it is lost, write 32 random bytes in base64 to that file; then no stored secret can be read`,
  )
}

export function keyPath(dataDir: string): string {
  return join(dataDir, 'master-key')
}
