import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDirectory, type FileModes, setMode } from '../../file-modes.ts'
import { demandDirectory, locate, locateBelow } from '../../real-path.ts'
import type { WarehouseBounds } from '../../target.ts'
import type { FileStore, StoredFile } from './file-store.ts'

/** Opens a directory of files. Throws if it cannot be created or written; creates it if its parent exists. */
export async function openDirectoryStore(
  given: string,
  modes: FileModes,
  bounds?: WarehouseBounds,
): Promise<FileStore> {
  const root = await locate(given, bounds)
  // With bounds, a link inside must not lead out either.
  const at = async (path: string): Promise<string> =>
    bounds === undefined ? join(root, path) : locateBelow(root, join(root, path))
  await mkdir(root, { mode: modes.directory })
    .then(() => setMode(root, modes.directory))
    .catch(async (cause: unknown) => {
      const found = await stat(root).catch(() => undefined)
      await demandDirectory(found === undefined ? dirname(root) : root)
      if (found === undefined) throw cause
    })
  await access(root, constants.R_OK | constants.W_OK | constants.X_OK)

  /** Fills a file beside its final path, where it then appears complete and durable. */
  const place = async (
    path: string,
    fill: (file: string) => Promise<void>,
    appear: (from: string, to: string) => Promise<void>,
  ): Promise<void> => {
    const target = await at(path)
    const folder = dirname(target)
    await createDirectory(folder, modes.directory)
    const temporary = `${target}.${randomUUID()}.tmp`
    try {
      await fill(temporary)
      await setMode(temporary, modes.file)
      await flush(temporary)
      await appear(temporary, target)
    } finally {
      await rm(temporary, { force: true })
    }
    await flush(folder)
  }

  /** Leaves no empty folder of a dropped table, nor one around it; a folder with files cannot be removed. */
  const removeEmpty = async (folder: string): Promise<void> => {
    if (folder === '.') return
    const isGone = await rmdir(await at(folder)).then(
      () => true,
      () => false,
    )
    if (isGone) await removeEmpty(dirname(folder))
  }

  return {
    list: async (folder) => {
      const directory = await at(folder)
      const names = await unlessAbsent(readdir(directory), [])
      const files = names.map(async (name): Promise<StoredFile[]> => {
        const found = await unlessAbsent(statOf(join(directory, name)), undefined)
        // What has the name of a commit keeps that one from being written, whatever it is.
        if (found === undefined || !(found.isFile() || commitName.test(name))) return []
        return [{ path: `${folder}/${name}`, bytes: found.size, modifiedAtMs: found.mtimeMs }]
      })
      return (await Promise.all(files)).flat().sort((a, b) => (a.path < b.path ? -1 : 1))
    },
    readText: async (path) => {
      try {
        return await unlessAbsent(readFile(await at(path), 'utf8'), undefined)
      } catch (cause) {
        if (isNoFile(cause)) return ''
        throw cause
      }
    },
    createText: async (path, text) => {
      try {
        await place(path, (file) => writeFile(file, text, { mode: modes.file }), link)
        return true
      } catch (cause) {
        if (codeOf(cause) === 'EEXIST') return false
        throw cause
      }
    },
    writeText: (path, text) => place(path, (file) => writeFile(file, text, { mode: modes.file }), replace),
    upload: async (from, path) => {
      // Gives the copy its mode at once.
      await setMode(from, modes.file)
      await place(path, (file) => copyFile(from, file, constants.COPYFILE_FICLONE), replace)
    },
    withFiles: async (paths, use) => {
      const found = paths.map(async (path) => {
        const file = await at(path)
        return (await unlessAbsent(statOf(file), undefined)) === undefined ? [] : [{ path, file }]
      })
      return use((await Promise.all(found)).flat())
    },
    remove: async (paths) => {
      for (const path of paths) await rm(await at(path), { force: true, recursive: true })
      for (const folder of new Set(paths.map((path) => dirname(path)))) await removeEmpty(folder)
    },
    close: () => undefined,
  }
}

/** A link that leads to itself has no other state than its own. */
function statOf(path: string): Promise<Stats> {
  return stat(path).catch((cause: unknown) => {
    if (codeOf(cause) === 'ELOOP') return lstat(path)
    throw cause
  })
}

/** Whether something else is in the place of a file. */
function isNoFile(error: unknown): boolean {
  return ['EISDIR', 'ELOOP'].includes(String(codeOf(error)))
}

/** Also replaces a directory. */
async function replace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (cause) {
    if (codeOf(cause) !== 'EISDIR') throw cause
    await rm(to, { recursive: true })
    await rename(from, to)
  }
}

const commitName = /^\d{19}\.json$/

async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessAbsent<Value, Absent>(found: Promise<Value>, absent: Absent): Promise<Value | Absent> {
  try {
    return await found
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return absent
    throw cause
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
