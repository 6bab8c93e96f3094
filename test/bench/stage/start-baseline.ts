import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The programs to compare the product with, by their files in `baselines`. */
export type BaselineName =
  | 'bare-api'
  | 'ceiling-intake'
  | 'durable-row'
  | 'express-ceiling-intake'
  | 'handwritten-intake'
  | 'handwritten-worker'
  | 'otlp-receiver'
  | 'set-based-limit'

export type Baseline = {
  /** Its port; NaN if it does not listen. */
  port: number
  pid: number
  /** Resolves with its next message over the channel. */
  nextMessage: () => Promise<unknown>
  send: (message: object) => void
  stop: () => Promise<void>
}

const readyLimitMs = 20_000

/** Starts a baseline as a separate process. It ends with its channel to this process, however this process ends. */
export async function startBaseline(name: BaselineName, env: Record<string, string>): Promise<Baseline> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../baselines', `${name}.ts`)], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const nextMessage = async (): Promise<unknown> => {
    const controller = new AbortController()
    const { signal } = controller
    try {
      const message = once(child, 'message', { signal }).then(([said]) => said as unknown)
      const ended = once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${name} ended with ${code}`)
      })
      // The losing promise is aborted below.
      ended.catch(() => undefined)
      return await Promise.race([message, ended])
    } finally {
      controller.abort()
    }
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const late = setTimeout(() => child.kill('SIGKILL'), readyLimitMs)
  const ready = await nextMessage().finally(() => clearTimeout(late))
  return {
    port: portOf(ready),
    pid: child.pid ?? Number.NaN,
    nextMessage,
    send: (message) => void child.send(message),
    stop,
  }
}

function portOf(message: unknown): number {
  return typeof message === 'object' && message !== null && 'port' in message
    ? Number(message.port)
    : Number.NaN
}
