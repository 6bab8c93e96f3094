import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { programOf, waitUntil } from '@signalpost/testing'
import { nodeOptionsOf, withSharedArenas } from '../../../apps/cli/src/commands/service/memory-bounds.ts'
import type { Command } from '../obey.ts'

export type ProcessKind = 'intake' | 'worker' | 'searcher' | 'api' | 'console'

type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null }

/** One process of the product, restarted at once whenever it ends unasked. */
export type ProductProcess = {
  name: string
  kind: ProcessKind
  /** Its port; undefined while it is not ready. */
  port: () => number | undefined
  isReady: () => boolean
  /** Its process id; undefined while it is not running. */
  pid: () => number | undefined
  start: () => Promise<void>
  /** Resolves once it is ready, even if that takes several starts. */
  whenReady: () => Promise<void>
  /** Kills it with SIGKILL; resolves when it is gone and already restarting. */
  kill: () => Promise<void>
  /** Stops it with SIGTERM or another signal, without a restart. Returns how it ended. */
  stop: (signal?: NodeJS.Signals) => Promise<ProcessEnd>
  /** Freezes it with SIGSTOP: it holds its connections and does nothing. */
  freeze: () => void
  thaw: () => void
  /** Sends a command to the process; does nothing while there is none. */
  command: (command: Command) => void
  kills: () => number
  /** Returns the unrequested ends, such as after an uncaught error. */
  collapses: () => ProcessEnd[]
}

const readyLimitMs = 60_000
const restartDelayMs = 200
const preloads = ['obey.ts', 'count-requests.ts'].flatMap((file) => [
  '--import',
  join(import.meta.dirname, '..', file),
])

export function createProductProcess({
  name,
  kind,
  root,
  env,
  logPath,
  isInstrumented = true,
}: {
  name: string
  kind: ProcessKind
  /** The directory of a product's folders, whose sources run; by default this one's programs. */
  root?: string | undefined
  env: Record<string, string>
  logPath: string
  /** Whether it takes commands and counts its requests, at a small cost. */
  isInstrumented?: boolean | undefined
}): ProductProcess {
  let child: ChildProcess | undefined
  let port: number | undefined
  let wanted = false
  let kills = 0
  const askedToEnd = new WeakSet<ChildProcess>()
  const collapses: ProcessEnd[] = []

  const launch = (): void => {
    const logFile = openSync(logPath, 'a')
    const options = [...nodeOptionsOf(kind, env), ...(isInstrumented ? preloads : [])]
    const launched = spawn(
      process.execPath,
      [...options, root === undefined ? programOf(kind) : join(root, 'apps', kind, 'src/main.ts')],
      {
        cwd: '/',
        env: withSharedArenas(env),
        stdio: ['ignore', logFile, logFile, 'ipc'],
      },
    )
    closeSync(logFile)
    child = launched
    launched.on('message', (message) => {
      // Other messages, such as heartbeats, have no port.
      if (child === launched) port = portOf(message) ?? port
    })
    launched.once('exit', (code, signal) => {
      if (child !== launched) return
      const wasReady = port !== undefined
      child = undefined
      port = undefined
      if (!askedToEnd.has(launched)) collapses.push({ code, signal })
      if (!wanted) return
      // A process that cannot start must not be restarted in a hot loop.
      if (wasReady) launch()
      else setTimeout(() => wanted && child === undefined && launch(), restartDelayMs)
    })
  }
  const end = async (signal: NodeJS.Signals): Promise<ProcessEnd> => {
    const ending = child
    if (ending === undefined) return { code: null, signal: null }
    askedToEnd.add(ending)
    const exited = once(ending, 'exit')
    ending.kill(signal)
    const [code, by] = await exited
    return { code, signal: by }
  }

  const whenReady = (): Promise<void> =>
    waitUntil(`${name} is ready (its log: ${logPath})`, () => port !== undefined, { limitMs: readyLimitMs })

  return {
    name,
    kind,
    port: () => port,
    isReady: () => port !== undefined,
    pid: () => child?.pid,
    start: async () => {
      wanted = true
      if (child === undefined) launch()
      await whenReady()
    },
    whenReady,
    kill: async () => {
      kills += 1
      await end('SIGKILL')
    },
    stop: async (signal = 'SIGTERM') => {
      wanted = false
      return end(signal)
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    command: (command) => {
      if (child === undefined || !child.connected) return
      if ('crash' in command) askedToEnd.add(child)
      // A process that is just ending cannot receive it.
      child.send({ command }, () => undefined)
    },
    kills: () => kills,
    collapses: () => [...collapses],
  }
}

function portOf(message: unknown): number | undefined {
  return typeof message === 'object' &&
    message !== null &&
    'port' in message &&
    typeof message.port === 'number'
    ? message.port
    : undefined
}
