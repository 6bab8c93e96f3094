import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'signalpost-sync-'
const abandonedAfterMs = 6 * 60 * 60_000

/** Directories of one run; they are as large as a few batches. */
export type Scratch = { batches: string; target: string; remove: () => Promise<void> }

export async function makeScratch(): Promise<Scratch> {
  const directory = await mkdtemp(join(tmpdir(), prefix))
  const [batches, target] = [join(directory, 'batches'), join(directory, 'target')]
  await Promise.all([mkdir(batches), mkdir(target)])
  return { batches, target, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** Removes what processes that were killed have left; a run that compares for long writes nothing meanwhile. */
export async function removeAbandonedScratch(): Promise<void> {
  const names = await readdir(tmpdir())
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const directory = join(tmpdir(), name)
    const { mtimeMs } = await stat(join(directory, 'batches')).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(directory, { recursive: true, force: true })
  }
}
