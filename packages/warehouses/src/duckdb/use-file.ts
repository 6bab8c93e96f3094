import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { createDatabaseFile } from './create-database-file.ts'
import { createLog, removeEmptyLog } from './create-log.ts'
import { type Engine, openEngine } from './engine.ts'

/** Callers in this process that wait for a file: DuckDB's locks exclude only other processes. */
const turns = new Map<string, Promise<unknown>>()

export type UseFile = <Result>(
  mode: 'read' | 'write',
  use: (engine: Engine) => Promise<Result>,
) => Promise<Result>

type DatabaseFile = {
  path: string
  scratch: string
  /** The mode of the file when it is created. */
  fileMode: number
}

/** Opens a database file for each use and closes it afterwards, so others can read it in between. */
export function fileUser(file: DatabaseFile): UseFile {
  const { path } = file
  return async (mode, use) => {
    const turn = (turns.get(path) ?? Promise.resolve()).then(() => openAndUse({ ...file, mode }, use))
    const settled = turn.catch(() => undefined)
    turns.set(path, settled)
    try {
      return await turn
    } finally {
      if (turns.get(path) === settled) turns.delete(path)
    }
  }
}

async function openAndUse<Result>(
  { path, scratch, fileMode, mode }: DatabaseFile & { mode: 'read' | 'write' },
  use: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const isReadOnly = mode === 'read'
  if (!isReadOnly && !(await findFile(path))) await createDatabaseFile({ path, scratch, fileMode })
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
