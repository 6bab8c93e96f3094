import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns a hash of all files in a directory, their names and the lockfile: what a bundle is made of. */
export async function hashSources({
  directory,
  lockfile,
}: {
  directory: string
  lockfile: string
}): Promise<string> {
  const hash = createHash('sha256').update(await readFile(lockfile))
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) {
    const content = await readFile(file)
    hash.update(`\0${file.slice(directory.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 32)
}
