import { mkdirSync } from 'node:fs'

/**
 * Makes the data directory. Root's can be passed through, because the server's account owns a directory in it;
 * everything in it is private by its own mode.
 */
export function ensureDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
