import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { compileCache, programOf } from '@signalpost/testing'
import { onTestFinished } from 'vitest'
import type { TestStore } from './open-store.ts'

/** The intake as a process of its own. */
export type IntakeProcess = {
  child: ChildProcess
  /** Its port, once it is ready. Throws with its output if it ends before. */
  whenReady: () => Promise<number>
  /** Its exit code, once it has ended and everything it wrote was read. */
  whenEnded: () => Promise<number | null>
  stdout: () => string
  stderr: () => string
  /** The lines of its log, and of that of its processes. */
  lines: (message: string) => { pid: number; [field: string]: unknown }[]
}

/** Starts it on a store and any port. It is killed at the end of the test. */
export function startIntakeProcess(store: TestStore, env: Record<string, string> = {}): IntakeProcess {
  const child = spawn(process.execPath, [programOf('intake')], {
    env: {
      ...compileCache,
      DATABASE_URL: store.url,
      SIGNALPOST_MASTER_KEY: store.masterKey.toString('base64'),
      SIGNALPOST_HOST: '127.0.0.1',
      SIGNALPOST_INTAKE_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      output[name] += String(chunk)
    })
  }
  const closed = once(child, 'close')
  const ready = Promise.withResolvers<number>()
  child.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'port' in message) {
      ready.resolve(Number(message.port))
    }
  })
  return {
    child,
    whenReady: () =>
      Promise.race([
        ready.promise,
        closed.then(() => {
          throw new Error(`The intake does not start:\n${output.stdout}${output.stderr}`)
        }),
      ]),
    whenEnded: async () => {
      await closed
      return child.exitCode
    },
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    lines: (message) =>
      output.stdout
        .split('\n')
        .filter((line) => line.includes(`"msg":"${message}"`))
        .map((line) => JSON.parse(line)),
  }
}
