import { access, constants, lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isLink, locate } from '../real-path.ts'
import type { WarehouseBounds } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { createDatabaseFile, removeUnfinished } from './create-database-file.ts'
import { createLog, logOf, removeEmptyLog } from './create-log.ts'
import { type Engine, openEngine } from './engine.ts'

/**
 * Callers in this process that wait for a file, whatever path each has of it: DuckDB's locks exclude only other
 * processes. A file is known by its real path before it exists, and by its device and inode afterwards.
 */
const turns = new Map<string, Promise<unknown>>()

export type UseFile = <Result>(
  mode: 'read' | 'write',
  use: (engine: Engine) => Promise<Result>,
) => Promise<Result>

type DatabaseFile = {
  path: string
  /** Undefined for a file that may be anywhere. */
  bounds: WarehouseBounds | undefined
  scratch: string
  /** The mode of the file when it is created. */
  fileMode: number
}

/** Opens a database file for each use and closes it afterwards, so others can read it in between. */
export function fileUser({ path: given, bounds, ...file }: DatabaseFile): UseFile {
  return async (mode, use) => {
    const path = await locateDatabase(given, bounds)
    return takeTurn(path, async () => {
      if (mode === 'write' && !(await findFile(path))) await createDatabaseFile({ ...file, path })
      const { dev, ino } = await stat(path)
      return takeTurn(`${dev}:${ino}`, () => openAndUse({ ...file, path, mode }, use))
    })
  }
}

/** Returns the real path of a database. Throws UnusablePlaceError for one outside of its bounds. */
export async function locateDatabase(given: string, bounds: WarehouseBounds | undefined): Promise<string> {
  const path = await locate(given, bounds)
  if (bounds !== undefined && !path.endsWith('.duckdb')) {
    throw new UnusablePlaceError('its path must end in .duckdb')
  }
  return path
}

async function takeTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => undefined)
  turns.set(key, settled)
  try {
    return await turn
  } finally {
    if (turns.get(key) === settled) turns.delete(key)
  }
}

async function openAndUse<Result>(
  { path, scratch, mode }: Pick<DatabaseFile, 'path' | 'scratch'> & { mode: 'read' | 'write' },
  use: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const isReadOnly = mode === 'read'
  await refuseOtherNames(path)
  const engine = await openEngine({ file: path, scratch, isReadOnly })
  try {
    if (!isReadOnly) await createLog(path)
    const result = await use(engine)
    if (!isReadOnly) {
      // Without it, the rows would stay in a second file beside this one.
      await engine.run('checkpoint')
      await removeEmptyLog(path)
    }
    return result
  } finally {
    engine.close()
  }
}

/** By another name, DuckDB would look for the log of unfinished writes beside that name, and miss this one. */
async function refuseOtherNames(path: string): Promise<void> {
  if ((await lstat(path)).nlink > 1) await removeUnfinished(path)
  const { nlink } = await lstat(path)
  if (nlink > 1) throw new UnusablePlaceError(`${path} has a hard link; copy the file instead`)
  for (const file of [path, logOf(path)]) {
    if (await isLink(file)) throw new UnusablePlaceError(`${file} is a link`)
  }
}

/** Whether the file exists. Throws if it cannot be created or written. */
export async function findFile(path: string): Promise<boolean> {
  const directory = dirname(path)
  const folder = await stat(directory).catch(() => undefined)
  if (folder === undefined) {
    throw new UnusablePlaceError(`the directory ${directory} does not exist, or cannot be read; create it`)
  }
  if (!folder.isDirectory()) throw new UnusablePlaceError(`${directory} is not a directory`)
  await access(directory, constants.W_OK)
  const file = await stat(path).catch(() => undefined)
  if (file === undefined) return false
  if (!file.isFile()) throw new UnusablePlaceError(`${path} is not a file`)
  await access(path, constants.R_OK | constants.W_OK)
  return true
}
