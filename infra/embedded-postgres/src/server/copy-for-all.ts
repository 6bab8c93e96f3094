import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ensureDirectory } from '../files/data-directory.ts'

/**
 * Copies a directory of programs to where every account can run them, unless it is there. An installation under a strict
 * umask is root's alone. The copy is made to the side and renamed, so it is always complete.
 */
export function copyForAll(directory: string, target: string): void {
  if (existsSync(target)) return
  const parent = dirname(target)
  ensureDirectory(parent, 0o755)
  const partial = mkdtempSync(join(parent, '.copy-'))
  const inside = join(partial, basename(directory))
  try {
    cpSync(directory, inside, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    })
    openToAll(inside)
    renameSync(inside, target)
  } catch (cause) {
    if (!existsSync(target)) throw cause
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Gives every account the rights of the owner, except to write. */
export function openToAll(directory: string): void {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const path of [directory, ...paths.map((name) => join(directory, name))]) {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) continue
    const ofOwner = (stats.mode & 0o500) >> 6
    chmodSync(path, (stats.mode & 0o777) | (ofOwner << 3) | ofOwner)
  }
}
