import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Batch } from '../target.ts'

/** Where a process can die: before it staged, after it, within the commit, and before anybody knows of the commit. */
export const crashPoints = ['sync.spooled', 'sync.staged', 'sync.merged', 'sync.committed'] as const

/** What such a process is told, as JSON. */
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

/** Writes a batch in a process of its own, which is killed at a point on the way. */
export async function commitUntilKilled({
  batch,
  ...commit
}: Omit<DoomedCommit, 'batch'> & { batch: Batch }): Promise<void> {
  const told: DoomedCommit = { ...commit, batch: { ...batch, from: `${batch.from}`, to: `${batch.to}` } }
  const file = `${batch.file}.json`
  await writeFile(file, JSON.stringify(told))
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'inherit', 'pipe'] })
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (child.signalCode !== 'SIGKILL') throw new Error(`the process ended by itself: ${said}`)
}
