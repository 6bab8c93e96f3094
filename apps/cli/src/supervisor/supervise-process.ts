import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createBackoff, pause, watchHeartbeats } from '@signalpost/runtime'

export type ProcessOptions = {
  name: string
  /** The path of the program. */
  entry: string
  /** Options of Node, before the program. */
  nodeOptions?: readonly string[] | undefined
  /** 0 for any. A restarted process keeps its port. */
  port: number
  /** The environment variable for the port. */
  portVariable: string
  environment: Record<string, string | undefined>
  note: (line: string) => void
  /** The interval of the process's heartbeats, if it sends any. */
  heartbeatMs?: number
}

export type SupervisedProcess = {
  /** Resolves with the port once the process is ready. Rejects with ProcessFailure if it refuses to start. */
  ready: Promise<number>
  /** Restarts the process. */
  restart: () => void
  /** Asks it to end permanently. Resolves once it has ended, with whether it finished its work. */
  stop: () => Promise<boolean>
  kill: () => void
}

/** A process ended before it was ready, and printed the reason on stderr. */
export class ProcessFailure extends Error {
  override readonly name = 'ProcessFailure'
  readonly exitCode: number

  constructor(processName: string, exitCode: number) {
    super(`${processName} does not start`)
    this.exitCode = exitCode
  }
}

/**
 * Keeps a process running: restarts it after a growing pause whenever it ends before `stop`. Ends a process whose
 * heartbeats stop.
 */
export function superviseProcess(options: ProcessOptions): SupervisedProcess {
  const { name, note, heartbeatMs = 5_000 } = options
  const ready = Promise.withResolvers<number>()
  const stopping = new AbortController()
  const backoff = createBackoff()
  let port = options.port
  let wasReady = false
  let child: ChildProcess | undefined

  /** Resolves after `stop` or a refusal to start, with whether the last end was clean. */
  const keepRunning = async (): Promise<boolean> => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      child = launch({ ...options, port })
      child.on('message', (message) => {
        if (!isReady(message)) return
        wasReady = true
        port = message.port ?? port
        ready.resolve(port)
      })
      watchHeartbeats(child, {
        everyMs: heartbeatMs,
        onSilent: () => note(`${name} no longer responds; ending it`),
      })
      const { code, reason } = await endOf(child)
      // A process that is still loading has no handler for the signal, and no work.
      if (stopping.signal.aborted) return code === 0 || reason === 'SIGTERM'
      if (!wasReady && (code === 1 || code === 2)) {
        ready.reject(new ProcessFailure(name, code))
        return true
      }
      // Any command makes the bundle of the same sources again, at the same place.
      if (existsSync(options.entry)) note(`${name} ended (${reason}); restarting it`)
      else note(`${name} ended (${reason}), and its program is gone; ./signalpost --version makes it again`)
      await pause(backoff.nextDelayMs(performance.now() - startedMs), stopping.signal)
    }
    return true
  }

  const gone = keepRunning()
  const signalChild = (signal: NodeJS.Signals) => {
    stopping.abort()
    child?.kill(signal)
  }
  return {
    ready: ready.promise,
    restart: () => void child?.kill('SIGTERM'),
    stop: () => {
      signalChild('SIGTERM')
      return gone
    },
    kill: () => signalChild('SIGKILL'),
  }
}

/**
 * Starts it in its own session, so a Ctrl-C in the terminal reaches only us and we stop the processes in order. Its
 * stdout is our stderr, so our stdout contains only what a person may paste.
 */
function launch({ entry, nodeOptions = [], environment, portVariable, port }: ProcessOptions): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, entry], {
    env: { ...environment, [portVariable]: String(port) },
    detached: true,
    stdio: ['ignore', 2, 2, 'ipc'],
  })
}

type End = { code: number | null; reason: string }

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    // Of a process that runs, it is a message or a signal that did not reach it; only one without a pid never began.
    child.on('error', (cause) => {
      if (child.pid === undefined) resolve({ code: null, reason: cause.message })
    })
    child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code}` }))
  })
}

function isReady(message: unknown): message is { type: 'ready'; port?: number } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'
}
