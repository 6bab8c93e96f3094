import { link, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setMode } from '../file-modes.ts'
import { openEngine } from './engine.ts'

const prefix = '.signalpost-'
const name = 'new.duckdb'

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
  const directory = await mkdtemp(join(dirname(path), prefix))
  try {
    const file = join(directory, name)
    const engine = await openEngine({ file, scratch })
    await engine.close()
    await setMode(file, fileMode)
    await link(file, path).catch((cause: unknown) => {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Removes the second name of a database that a process left which was killed while it created it. */
export async function removeUnfinished(path: string): Promise<void> {
  const folder = dirname(path)
  const { dev, ino } = await lstat(path)
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(prefix)) continue
    const found = await lstat(join(folder, entry, name)).catch(() => undefined)
    if (found?.dev === dev && found.ino === ino)
      await rm(join(folder, entry), { recursive: true, force: true })
  }
}
