import { mkdirSync } from 'node:fs'

/**
 * Creates the data directory. If root owns it, others may pass through, because the server's account owns a directory
 * in it; everything in it is private by its own mode.
 */
export function ensureDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
