import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { WarehouseBounds } from './target.ts'
import { UnusablePlaceError } from './unusable-place-error.ts'

/** Returns where a path leads through all links; for what does not exist, where it would be created. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    const parent = dirname(path)
    if (!isAbsence(cause) || parent === path) throw cause
    return join(await realPathOf(parent), basename(path))
  }
}

/**
 * Returns where a path of a warehouse leads; with bounds, only below their directory. Checked at each opening, because
 * links may be put there later. Throws UnusablePlaceError, which is the same for a place that exists and one that does
 * not.
 */
export async function locate(path: string, bounds: WarehouseBounds | undefined): Promise<string> {
  if (bounds === undefined) return realPathOf(resolve(path))
  const { directory } = bounds
  if (directory === undefined) throw new UnusablePlaceError(noDirectory)
  const root = await realpath(directory).catch((cause: unknown) => {
    throw new UnusablePlaceError('the directory of SIGNALPOST_WAREHOUSE_DIR cannot be read', { cause })
  })
  return locateBelow(root, path)
}

/** Returns where a path leads, below a directory that is no link. Throws UnusablePlaceError for any other place. */
export async function locateBelow(root: string, path: string): Promise<string> {
  const real = await realPathOf(resolve(path)).catch((cause: unknown) => {
    throw new UnusablePlaceError(outside, { cause })
  })
  if (!real.startsWith(`${root}${sep}`) || (await isLink(real))) throw new UnusablePlaceError(outside)
  return real
}

const noDirectory =
  'a warehouse in files is created here only below the directory of SIGNALPOST_WAREHOUSE_DIR, which is not set'

const outside = 'its path must lead, through all links, below the directory of SIGNALPOST_WAREHOUSE_DIR'

/** Throws UnusablePlaceError for what is not a directory. */
export async function demandDirectory(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) {
    throw new UnusablePlaceError(`the directory ${path} does not exist, or cannot be read; create it`)
  }
  if (!found.isDirectory()) throw new UnusablePlaceError(`${path} is not a directory`)
}

/** A link that leads nowhere has no real path, and would be followed by what creates a file there. */
export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true
}

function isAbsence(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
}
