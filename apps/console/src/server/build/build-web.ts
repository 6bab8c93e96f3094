import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '@signalpost/runtime'
import { bundlePages, webDirectory } from './bundle-pages.ts'

const lockfile = fileURLToPath(new URL('../../../../../pnpm-lock.yaml', import.meta.url))

/**
 * Bundles the pages into the data directory, once for each version of their sources, and returns the directory. Any
 * number of processes may build at once: each builds beside, and the first to finish wins.
 *
 * @throws StartError when the sources cannot be bundled or the data directory cannot be written
 */
export async function buildWeb({ dataDir }: { dataDir: string }): Promise<string> {
  const home = join(dataDir, 'console')
  const target = join(home, await hashSources({ directory: webDirectory, lockfile }))
  if (existsSync(target)) return target
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    const scratch = await mkdtemp(join(home, 'build-'))
    try {
      await bundlePages(scratch)
      await publish(scratch, target)
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
    await removeOthers(home, target)
    return target
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`the console's pages could not be built in ${home}: ${reason}`, { cause })
  }
}

/** A rename onto a directory with files fails: another process was first, with the same content. */
async function publish(scratch: string, target: string): Promise<void> {
  await rename(scratch, target).catch((cause: unknown) => {
    if (!existsSync(target)) throw cause
  })
}

/** A version that still runs has its pages in memory. */
async function removeOthers(home: string, target: string): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name)
    if (path !== target && dirname(path) === home && !name.startsWith('build-')) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

/** Returns a hash of all files in a directory, their names and the lockfile: what a bundle is made of. */
async function hashSources({
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
