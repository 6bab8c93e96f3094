import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the data directory. If root owns it, others may pass through, because the server's account owns a directory
 * in it; everything in it is private by its own mode.
 */
export function ensureDataDirectory(dataDir: string): void {
  ensureDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Creates a directory and its missing parents with exactly this mode, whatever the umask is. */
export function ensureDirectory(path: string, mode: number): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined) return
  for (let created = path; created.length >= first.length; created = dirname(created))
    chmodSync(created, mode)
}
