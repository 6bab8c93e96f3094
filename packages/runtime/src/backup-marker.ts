import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommonConfig } from './config/common-config.ts'

type Named = Pick<CommonConfig, 'DATABASE_URL' | 'SIGNALPOST_BACKUP_MARKER' | 'SIGNALPOST_DATA_DIR'>

/**
 * Returns the file that is touched after each backup. `backup create` touches that of the embedded database; for
 * another, the operator names one, or there is none.
 */
export function backupMarkerOf({
  DATABASE_URL: databaseUrl,
  SIGNALPOST_BACKUP_MARKER: marker,
  SIGNALPOST_DATA_DIR: dataDir,
}: Named): string | undefined {
  if (marker !== undefined) return marker
  return databaseUrl === undefined ? join(dataDir, 'last-backup') : undefined
}

/** Returns when the last backup was made; undefined before the first. */
export async function readBackupTimeMs(marker: string): Promise<number | undefined> {
  try {
    return (await stat(marker)).mtimeMs
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
