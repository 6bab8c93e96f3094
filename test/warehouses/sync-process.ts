import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from '../support/obey.ts'

/** A process that syncs until it is killed, and is then started again. */
export type SyncProcess = {
  /** Kills it at the n-th passage of a point, or after a while. Returns whether it reached the point. */
  killAt: (crash: { point: string; passage: number }, limitMs: number) => Promise<boolean>
  kill: () => Promise<void>
  /** Starts it; the next kill waits until it runs. */
  start: () => void
  /** Returns the errors that it printed, in all its lives. */
  complaints: () => string
}

const obeyPath = join(import.meta.dirname, '../support/obey.ts')
const programPath = join(import.meta.dirname, 'sync-repeatedly.ts')

export function createSyncProcess({
  databaseUrl,
  masterKey,
  dataDir,
}: {
  databaseUrl: string
  masterKey: string
  dataDir: string
}): SyncProcess {
  let child: ChildProcess | undefined
  let ready: Promise<unknown> = Promise.resolve()
  let complaints = ''
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    start: () => {
      // Its scratch files are removed with the test's directory.
      const env = { ...process.env, TMPDIR: dataDir }
      const started = spawn(
        process.execPath,
        ['--import', obeyPath, programPath, databaseUrl, masterKey, dataDir],
        {
          ...{ env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
        },
      )
      child = started
      started.stderr?.on('data', (text) => {
        complaints += String(text)
      })
      ready = once(started, 'message')
    },
    killAt: async (crash, limitMs) => {
      await ready
      if (child === undefined) return false
      const command: Command = { crash }
      const limit = new AbortController()
      const exited = once(child, 'exit')
      child.send({ command })
      const isThere = await Promise.race([
        exited.then(() => true),
        sleep(limitMs, false, { signal: limit.signal }),
      ])
      limit.abort()
      await kill()
      return isThere
    },
    kill,
    complaints: () => complaints,
  }
}
