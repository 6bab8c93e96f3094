import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from './obey.ts'
import { waitUntil } from './wait-until.ts'

export type ProcessKind = 'intake' | 'worker' | 'api'

type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null }

/** One process of the product, started anew at once whenever it ends without having been asked to. */
export type ProductProcess = {
  name: string
  kind: ProcessKind
  /** Where it listens; undefined while it is not ready. */
  port: () => number | undefined
  isReady: () => boolean
  /** Its process id; undefined while there is none. */
  pid: () => number | undefined
  start: () => Promise<void>
  /** Resolves once it is ready, also when that takes several starts. */
  whenReady: () => Promise<void>
  /** SIGKILL; resolves when it is gone, and by then it is being started again. */
  kill: () => Promise<void>
  /** SIGTERM or another signal; it is not started again. Answers how it ended. */
  stop: (signal?: NodeJS.Signals) => Promise<ProcessEnd>
  /** SIGSTOP: it holds its connections and does nothing. */
  freeze: () => void
  thaw: () => void
  /** Has it do something to itself; nothing happens while there is no process. */
  command: (command: Command) => void
  kills: () => number
  /** Ends that nobody asked for, such as an uncaught error. */
  collapses: () => ProcessEnd[]
}

const readyLimitMs = 60_000
const restartDelayMs = 200
const preloads = ['obey.ts', 'count-requests.ts'].flatMap((file) => [
  '--import',
  join(import.meta.dirname, file),
])

export function createProductProcess({
  name,
  kind,
  root = join(import.meta.dirname, '../..'),
  env,
  logPath,
  isInstrumented = true,
}: {
  name: string
  kind: ProcessKind
  /** Where the product's folders are; those beside this one by default. */
  root?: string | undefined
  env: Record<string, string>
  logPath: string
  /** Takes commands and counts its requests, which costs it a little. */
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
    const options = isInstrumented ? preloads : []
    const launched = spawn(process.execPath, [...options, join(root, 'apps', kind, 'src/main.ts')], {
      cwd: '/',
      env,
      stdio: ['ignore', logFile, logFile, 'ipc'],
    })
    closeSync(logFile)
    child = launched
    launched.on('message', (message) => {
      // Others, such as heartbeats, have none.
      if (child === launched) port = portOf(message) ?? port
    })
    launched.once('exit', (code, signal) => {
      if (child !== launched) return
      const wasReady = port !== undefined
      child = undefined
      port = undefined
      if (!askedToEnd.has(launched)) collapses.push({ code, signal })
      if (!wanted) return
      // One that cannot even start must not be started in a hot loop.
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
      // A process that ends at this very moment takes nothing any more.
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
