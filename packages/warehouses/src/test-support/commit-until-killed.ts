import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Batch } from '../target.ts'

/** Points at which a process can die: before staging, after it, within the commit, and before the commit is known. */
export const crashPoints = ['sync.spooled', 'sync.staged', 'sync.merged', 'sync.committed'] as const

/** The input of such a process, as JSON. */
export type DoomedCommit = {
  kind: string
  at: (typeof crashPoints)[number]
  batch: Omit<Batch, 'from' | 'to'> & { from: string; to: string }
  orgId: string
  settings: unknown
  secrets: unknown
  scratch: string
  libraries: string
}

const program = fileURLToPath(new URL('obey-until-killed.ts', import.meta.url))

/** Writes a batch in a child process, which is killed at a point on the way. */
export async function commitUntilKilled({
  batch,
  ...commit
}: Omit<DoomedCommit, 'batch'> & { batch: Batch }): Promise<void> {
  const serialised: DoomedCommit = {
    ...commit,
    batch: { ...batch, from: `${batch.from}`, to: `${batch.to}` },
  }
  const file = `${batch.file}.json`
  await writeFile(file, JSON.stringify(serialised))
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'inherit', 'pipe'] })
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (child.signalCode !== 'SIGKILL') throw new Error(`the process ended by itself: ${said}`)
}
