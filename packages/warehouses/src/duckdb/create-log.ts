import { rm, stat, writeFile } from 'node:fs/promises'
import { setMode } from '../file-modes.ts'

/**
 * Creates the write-ahead log of an open database with the database's mode. It holds rows until the checkpoint, and
 * DuckDB leaves its mode to the umask. DuckDB removes the log at a checkpoint, so one use commits once.
 */
export async function createLog(path: string): Promise<void> {
  const log = logOf(path)
  const mode = (await stat(path)).mode & 0o666
  try {
    await writeFile(log, '', { flag: 'wx', mode })
  } catch (cause) {
    // Left by a process that was killed.
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return
    throw cause
  }
  await setMode(log, mode)
}

/** Removes the log that `createLog` created, if nothing was written. */
export async function removeEmptyLog(path: string): Promise<void> {
  const found = await stat(logOf(path)).catch(() => undefined)
  if (found?.size === 0) await rm(logOf(path), { force: true })
}

/** The file in which DuckDB keeps what a checkpoint has not yet written. */
export function logOf(path: string): string {
  return `${path}.wal`
}
