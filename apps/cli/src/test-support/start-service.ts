import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compileCache, programOf } from '@signalpost/testing'

export type Service = { pid: number; port: number; stop: () => Promise<number | null> }

/** Starts `./signalpost intake`, `worker` or `api`, and waits until it logs the port it listens on. */
export async function startService(name: string, environment: Record<string, string>): Promise<Service> {
  const env = { PATH: process.env.PATH, ...compileCache, ...environment }
  const child = spawn(process.execPath, [programOf('cli'), name], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await Promise.race([portOf(child), once(child, 'exit').then(() => undefined)])
  if (port === undefined || child.pid === undefined) throw new Error(`${name} ended with ${child.exitCode}`)
  return {
    pid: child.pid,
    port,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

async function portOf({ stdout }: ChildProcess): Promise<number | undefined> {
  if (stdout === null) return undefined
  for await (const line of createInterface({ input: stdout })) {
    const { msg, port }: { msg?: string; port?: number } = JSON.parse(line)
    if (msg !== 'process.started') continue
    // The rest of its log is not needed, and must not fill the pipe.
    stdout.resume()
    return port
  }
  return undefined
}
