import { access, constants, lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { demandDirectory, isLink, locate } from '../real-path.ts'
import type { WarehouseBounds } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { createDatabaseFile, removeUnfinished } from './create-database-file.ts'
import { createLog, logOf, removeEmptyLog } from './create-log.ts'
import { type Engine, openEngine } from './engine.ts'
import { sayFullDisk } from './errors.ts'

/**
 * Callers in this process that wait for a file, whatever path each has of it: DuckDB's locks exclude only other
 * processes. A file is known by its real path before it exists, and by its device and inode afterwards.
 */
const turns = new Map<string, Promise<unknown>>()

/** A database that is still open after a use that only read, for the next one of its owner, whose scratch directory it uses. */
type Held = { owner: symbol; state: string; engine: Engine; timer?: NodeJS.Timeout }

/** By the device and inode of a file. One at most, because DuckDB's locks do not exclude this process. */
const held = new Map<string, Held>()

/** How long others who write have to wait for the file after a use that only read, in milliseconds. */
const heldMs = 200

type Mode = 'read' | 'write'

export type UseFile = {
  <Result>(mode: Mode, use: (engine: Engine) => Promise<Result>): Promise<Result>
  /** Gives the file back to others at once. */
  close: () => Promise<void>
}

type DatabaseFile = {
  path: string
  /** Undefined for a file that may be anywhere. */
  bounds: WarehouseBounds | undefined
  scratch: string
  /** The mode of the file when it is created. */
  fileMode: number
}

/**
 * Opens a database file for each use and closes it afterwards, so others can read and write it in between. Reads that
 * follow each other closely share one open file, because opening it takes ten times as long as reading a small table.
 */
export function fileUser({ path: given, bounds, ...file }: DatabaseFile): UseFile {
  const owner = Symbol(given)
  const useFile = async <Result>(mode: Mode, use: (engine: Engine) => Promise<Result>) => {
    const path = await locateDatabase(given, bounds)
    const turn = takeTurn(path, async () => {
      if (mode === 'write' && !(await findFile(path))) await createDatabaseFile({ ...file, path })
      const { dev, ino } = await stat(path)
      const key = `${dev}:${ino}`
      return takeTurn(key, () =>
        mode === 'write'
          ? openAndWrite({ ...file, path, key }, use)
          : openAndRead({ ...file, path, key, owner }, use),
      )
    })
    return turn.catch((cause: unknown) => {
      throw isDamage(cause, path)
        ? new UnusablePlaceError(
            `${path} is damaged or not a DuckDB database; move it away, and the next sync creates a new one`,
            { cause },
          )
        : sayFullDisk(cause, { place: path, scratch: file.scratch })
    })
  }
  const close = async () => {
    for (const [key, { owner: other }] of held) if (other === owner) await takeTurn(key, () => release(key))
  }
  return Object.assign(useFile, { close })
}

function isDamage(cause: unknown, path: string): boolean {
  if (!(cause instanceof Error)) return false
  const isCut = cause.message.includes(`Could not read enough bytes from file "${path}"`)
  return isCut || /not a valid DuckDB|corrupt database file/i.test(cause.message)
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

/** `key` is what its turns go by. */
type OpenFile = Pick<DatabaseFile, 'path' | 'scratch'> & { key: string }

async function openAndWrite<Result>(
  { path, scratch, key }: OpenFile,
  use: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  await release(key)
  await refuseOtherNames(path)
  const engine = await openEngine({ file: path, scratch })
  try {
    await createLog(path)
    const result = await use(engine)
    // Without it, the rows would stay in a second file beside this one.
    await engine.run('checkpoint')
    await removeEmptyLog(path)
    return result
  } finally {
    await engine.close()
  }
}

async function openAndRead<Result>(
  { path, scratch, key, owner }: OpenFile & { owner: symbol },
  use: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  await refuseOtherNames(path)
  const state = await stateOf(path)
  const found = held.get(key)
  const isUsable = found?.owner === owner && found.state === state
  if (!isUsable) await release(key)
  const file = isUsable
    ? found
    : { owner, state, engine: await openEngine({ file: path, scratch, isReadOnly: true }) }
  held.set(key, file)
  clearTimeout(file.timer)
  try {
    const result = await use(file.engine)
    file.timer = setTimeout(() => void takeTurn(key, () => release(key)), heldMs).unref()
    return result
  } catch (cause) {
    await release(key)
    throw cause
  }
}

async function release(key: string): Promise<void> {
  const file = held.get(key)
  held.delete(key)
  clearTimeout(file?.timer)
  await file?.engine.close()
}

/** Changes whenever the file or its log is written. */
async function stateOf(path: string): Promise<string> {
  const states = [path, logOf(path)].map(async (file) => {
    const found = await stat(file, { bigint: true }).catch(() => undefined)
    return `${found?.size}:${found?.mtimeNs}`
  })
  return (await Promise.all(states)).join()
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
  await demandDirectory(directory)
  await access(directory, constants.W_OK)
  const file = await stat(path).catch(() => undefined)
  if (file === undefined) return false
  if (!file.isFile()) throw new UnusablePlaceError(`${path} is not a file`)
  await access(path, constants.R_OK | constants.W_OK)
  return true
}
