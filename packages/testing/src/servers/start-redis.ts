import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { Redis } from 'ioredis'
import { findFreePort } from '../programs/find-free-port.ts'
import { getRedisServer } from '../programs/find-redis-server.ts'

export type RedisOptions = {
  appendonly?: boolean
  /** As in redis.conf: `20mb`. */
  maxmemory?: string
  policy?: string
  /** Kept after `stop`; by default a temporary directory that is removed. */
  dir?: string
  /** More lines of redis.conf: name and value. */
  settings?: Record<string, string>
}

export type RedisServer = {
  url: string
  port: number
  /** Sends one command and returns its reply. */
  call: (command: string, ...args: (string | number)[]) => Promise<unknown>
  /** Removes every key. */
  flush: () => Promise<void>
  /** Kills it with SIGKILL, like a crash; `restart` starts it again on the same port and files. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  /** Freezes the process: it holds its connections and answers nothing. */
  pause: () => void
  resume: () => void
  stop: () => Promise<void>
}

const readyLimitMs = 10_000
const pollMs = 20

/** Starts a real Redis server on a free port of 127.0.0.1. It ends with this process. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-redis-'))
  const dataPath = options.dir ?? directory
  mkdirSync(dataPath, { recursive: true })
  const guard = guardDirectory(directory)
  const port = await findFreePort()
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: dataPath,
    save: '',
    // The guard finds the server by its directory on the command line, even when the data is elsewhere.
    'set-proc-title': 'no',
    pidfile: join(directory, 'redis.pid'),
    appendonly: options.appendonly === false ? 'no' : 'yes',
    'maxmemory-policy': options.policy ?? 'noeviction',
    ...(options.maxmemory === undefined ? {} : { maxmemory: options.maxmemory }),
    ...options.settings,
  }

  let server: ChildProcess
  const launch = async () => {
    server = spawn(getRedisServer(), toArguments(settings), { cwd: '/', detached: true, stdio: 'ignore' })
    await once(server, 'spawn')
    server.unref()
    await waitUntilReady(server, port)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.ref()
    server.kill(signal)
    await ended
  }
  const call: RedisServer['call'] = (command, ...args) => callServer(port, command, ...args)
  const stop = async () => {
    await end('SIGKILL')
    await guard.release()
  }

  try {
    await launch()
  } catch (cause) {
    await stop()
    throw cause
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    call,
    flush: async () => void (await call('FLUSHALL')),
    kill: () => end('SIGKILL'),
    restart: launch,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop,
  }
}

function toArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

async function waitUntilReady(server: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + readyLimitMs
  for (;;) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`)
    try {
      await callServer(port, 'PING')
      return
    } catch (cause) {
      if (performance.now() > deadline) throw new Error('redis-server does not answer', { cause })
      await sleep(pollMs)
    }
  }
}

async function callServer(port: number, command: string, ...args: (string | number)[]): Promise<unknown> {
  const client = new Redis({ host: '127.0.0.1', port, lazyConnect: true, retryStrategy: () => null })
  // connect and call throw their own errors; without a listener ioredis prints them too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await client.call(command, ...args)
  } finally {
    client.disconnect()
  }
}
