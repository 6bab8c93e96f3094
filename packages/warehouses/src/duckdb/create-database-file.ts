import { link, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setMode } from '../file-modes.ts'
import { openEngine } from './engine.ts'

/**
 * Creates an empty database with the given mode. DuckDB leaves the mode to the umask, so the file appears at its path
 * only once its mode is set. Does nothing if another process is first.
 */
export async function createDatabaseFile({
  path,
  scratch,
  fileMode,
}: {
  path: string
  scratch: string
  fileMode: number
}): Promise<void> {
  const directory = await mkdtemp(join(dirname(path), '.signalpost-'))
  try {
    const file = join(directory, 'new.duckdb')
    const engine = await openEngine({ file, scratch })
    engine.close()
    await setMode(file, fileMode)
    await link(file, path).catch((cause: unknown) => {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
