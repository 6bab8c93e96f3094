import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What the product itself puts into a data directory. */
const ownNames =
  /^(?:master-key|demo\.json|demo-run\.json|postgres|postgres-location|console|libraries|README.*|\..+)$/

/**
 * Creates the data directory. If root owns it, others may pass through, because the server's account owns a directory
 * in it; everything in it is private by its own mode.
 */
export function ensureDataDirectory(dataDir: string): void {
  ensureDirectory(dataDir, modeOfOurs())
}

/**
 * The same for a directory that gets a database: one that a person created for it becomes as private. A directory of
 * another account, or with other people's files in it, keeps its mode.
 */
export function claimDataDirectory(dataDir: string): void {
  ensureDataDirectory(dataDir)
  const isOurs = process.getuid !== undefined && statSync(dataDir).uid === process.getuid()
  if (isOurs && readdirSync(dataDir).every((name) => ownNames.test(name))) chmodSync(dataDir, modeOfOurs())
}

function modeOfOurs(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700
}

/** Creates a directory and its missing parents with exactly this mode, whatever the umask is. */
export function ensureDirectory(path: string, mode: number): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined) return
  for (let created = path; created.length >= first.length; created = dirname(created))
    chmodSync(created, mode)
}
