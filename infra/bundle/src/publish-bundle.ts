import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { makeBundle } from './make-bundle.ts'
import { hashSources } from './sources.ts'

/** Processes load parts of their bundle as late as they need them, so those of the last few states stay. */
const keptBundles = 5
/** The clock of a file system ticks every 1 to 10 ms. */
const fileClockMs = 20
const flushedAtOnce = 32
const digestName = 'digest'
const unfinished = '.making-'

/**
 * Makes sure that `home` has a whole bundle of the sources as they are now, and names its directory in `home/current`.
 * A source or a file of the bundle that changes after that makes `current` stale. One process at a time may publish
 * into a home; any number may run what is there.
 */
export async function publishBundle({ root, home }: { root: string; home: string }): Promise<void> {
  await mkdir(home, { recursive: true })
  await removeUnfinished(home)
  const hash = hashSources(root)
  const directory = join(home, hash)
  if (!(await isWhole(directory))) await makeAt(directory, { root, home })
  await sleep(fileClockMs)
  const checkedAt = new Date(Date.now() - fileClockMs / 2)
  // Sources that changed meanwhile are in no bundle.
  if (hashSources(root) !== hash) return publishBundle({ root, home })
  const draft = join(home, `.current-${process.pid}`)
  await writeFile(draft, `${hash}\n`)
  await utimes(draft, checkedAt, checkedAt)
  await rename(draft, join(home, 'current'))
  await removeOldest(home)
}

/** Makes the bundle beside and renames it, so that a directory is a whole bundle or none. */
async function makeAt(directory: string, { root, home }: { root: string; home: string }): Promise<void> {
  const scratch = await mkdtemp(join(home, unfinished))
  try {
    const isBelowPackages = home === join(root, 'infra/bundle/dist')
    if (!isBelowPackages) await linkPackages({ root, home })
    const project = isBelowPackages ? '../../../../' : `${pathToFileURL(root).href}/`
    await makeBundle({
      root,
      directory: scratch,
      project: `new URL(${JSON.stringify(project)}, import.meta.url)`,
    })
    await writeFile(join(scratch, digestName), await digestOf(scratch))
    await flushAll(await filesOf(scratch))
    // Every user who can read the sources can run their bundle.
    await chmod(scratch, 0o755)
    await rm(directory, { recursive: true, force: true })
    await rename(scratch, directory)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Node looks for packages in the directories above a module. */
async function linkPackages({ root, home }: { root: string; home: string }): Promise<void> {
  const link = join(home, 'node_modules')
  if (!existsSync(link)) await symlink(join(root, 'infra/bundle/node_modules'), link)
}

async function isWhole(directory: string): Promise<boolean> {
  const digest = await readFile(join(directory, digestName), 'utf8').catch(() => undefined)
  return digest !== undefined && digest === (await digestOf(directory))
}

async function digestOf(directory: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await filesOf(directory)) {
    const name = relative(directory, file)
    if (name !== digestName) hash.update(`${name}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** A few at a time: many users may open 1,024 files at once. */
async function flushAll(files: readonly string[]): Promise<void> {
  for (let at = 0; at < files.length; at += flushedAtOnce) {
    await Promise.all(files.slice(at, at + flushedAtOnce).map(flush))
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file)
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Of processes that were killed. */
async function removeUnfinished(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(unfinished))
  await Promise.all(names.map((name) => rm(join(home, name), { recursive: true, force: true })))
}

async function removeOldest(home: string): Promise<void> {
  const entries = await readdir(home, { withFileTypes: true })
  const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(home, name))
  const dated = await Promise.all(bundles.map(async (path) => ({ path, madeMs: (await stat(path)).mtimeMs })))
  const oldest = dated.toSorted((a, b) => b.madeMs - a.madeMs).slice(keptBundles)
  await Promise.all(oldest.map(({ path }) => rm(path, { recursive: true, force: true })))
}
