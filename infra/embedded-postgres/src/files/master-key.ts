import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { ensureDataDirectory } from './data-directory.ts'
import { publishFile } from './publish-file.ts'

const keyBytes = 32

/** Returns the key that encrypts secrets: 32 bytes in base64, created on the first call and never changed. */
export function ensureMasterKey(dataDir: string): string {
  const existing = findMasterKey(dataDir)
  if (existing !== undefined) return existing
  ensureDataDirectory(dataDir)
  publishFile(keyPath(dataDir), `${randomBytes(keyBytes).toString('base64')}\n`)
  return ensureMasterKey(dataDir)
}

/** Returns the data directory's master key in base64, if it has one. */
export function findMasterKey(dataDir: string): string | undefined {
  let text: string
  try {
    text = readFileSync(keyPath(dataDir), 'utf8').trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined // the cast: fs throws nothing else
    throw cause
  }
  if (Buffer.from(text, 'base64').length === keyBytes) return text
  throw new EmbeddedPostgresError(
    'failed',
    `${keyPath(dataDir)} does not contain 32 bytes in base64: restore it from a backup, because no stored secret can be read without it`,
  )
}

function keyPath(dataDir: string): string {
  return join(dataDir, 'master-key')
}
