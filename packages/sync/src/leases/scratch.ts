import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'signalpost-sync-'
// Containers may share a directory without seeing each other's processes.
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const abandonedAfterMs = 6 * 60 * 60_000

/** Directories of one run, as large as a few batches: `batches` for our files, `target` for those of the engine. */
export type Scratch = { batches: string; target: string; remove: () => Promise<void> }

/** Creates the directories of a run below `parent`. Their name says which process of which host owns them. */
export async function createScratch(parent = tmpdir()): Promise<Scratch> {
  const directory = await mkdtemp(join(parent, `${prefix}${host}-${process.pid}-`))
  const [batches, target] = [join(directory, 'batches'), join(directory, 'target')]
  await Promise.all([mkdir(batches), mkdir(target)])
  return { batches, target, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Removes the directories of dead processes of this host, and those of any process that wrote nothing for 6 hours. */
export async function removeAbandonedScratch(parent = tmpdir()): Promise<void> {
  const names = await readdir(parent)
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const directory = join(parent, name)
    if (await isAbandoned(directory, name)) await rm(directory, { recursive: true, force: true })
  }
}

async function isAbandoned(directory: string, name: string): Promise<boolean> {
  const found = await stat(join(directory, 'batches')).catch(() => undefined)
  if (found === undefined) return false
  // A long comparison writes nothing meanwhile.
  if (Date.now() - found.mtimeMs > abandonedAfterMs) return true
  const [, owner, pid] = /^signalpost-sync-([0-9a-f]{8})-(\d+)-/.exec(name) ?? []
  if (owner !== host) return false
  if (Number(pid) !== process.pid) return !isAlive(Number(pid))
  // An earlier process had the same id, as the first processes of containers do.
  return found.mtimeMs < Date.now() - process.uptime() * 1_000
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
