import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { findFreePort } from '../programs/find-free-port.ts'
import { findProgram, isExecutable } from '../programs/find-program.ts'
import { waitUntil } from '../wait-until.ts'

/** A load balancer in front of servers on ports of 127.0.0.1. */
export type HAProxy = {
  url: string
  /** Returns the ports of the servers to which it sends requests. */
  findUp: () => Promise<number[]>
  /** Sends a server nothing new, and resolves once it has answered what it had. */
  drain: (port: number) => Promise<void>
  /** Lets a drained server be used again. */
  restore: (port: number) => Promise<void>
  stop: () => Promise<void>
}

const program = 'haproxy'
// Debian's path, which only root's PATH contains.
const debianPath = '/usr/sbin/haproxy'
const readyLimitMs = 60_000
const pollMs = 50

export const haproxyRemedy = 'Add it: apt-get install haproxy.'

export function haproxyAvailable(): boolean {
  return findHAProxy() !== undefined
}

function findHAProxy(): string | undefined {
  return findProgram(program) ?? (isExecutable(debianPath) ? debianPath : undefined)
}

/**
 * Starts a real HAProxy that checks `/readyz` of each server. It never retries a request, so it hides no failure. Ends
 * with this process.
 */
export async function startHAProxy({ serverPorts }: { serverPorts: readonly number[] }): Promise<HAProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-haproxy-'))
  const guard = guardDirectory(directory)
  const [port, statsPort] = [await findFreePort(), await findFreePort()]
  const configPath = join(directory, 'haproxy.cfg')
  writeFileSync(configPath, configure({ port, statsPort, serverPorts }))
  const readServers = (): Promise<ServerState[]> => readStates(statsPort)
  const findUp = async (): Promise<number[]> =>
    (await readServers()).filter(({ state }) => state.startsWith('UP')).map((one) => one.port)
  const order = (action: 'drain' | 'ready', server: number) => administer(statsPort, action, server)
  const isReady = async (): Promise<boolean> => (await findUp()).length === serverPorts.length
  try {
    const { stop } = await runHAProxy({ configPath, isReady })
    return {
      url: `http://127.0.0.1:${port}`,
      findUp,
      drain: async (server) => {
        await order('drain', server)
        await waitUntil('HAProxy has drained a server', async () => {
          const drained = (await readServers()).find((one) => one.port === server)
          return drained?.state === 'DRAIN' && drained.sessions === 0
        })
      },
      restore: (server) => order('ready', server),
      stop: async () => {
        await stop()
        await guard.release()
      },
    }
  } catch (error) {
    await guard.release()
    throw error
  }
}

/** Runs a real HAProxy on a configuration, which finds `env` in its variables, until it is ready. */
export async function runHAProxy({
  configPath,
  env = {},
  isReady,
}: {
  configPath: string
  env?: Record<string, string>
  isReady: () => Promise<boolean>
}): Promise<{ stop: () => Promise<void> }> {
  const found = findHAProxy()
  if (found === undefined) throw new Error(`This needs HAProxy. ${haproxyRemedy}`)
  const server = spawn(found, ['-db', '-f', configPath], { cwd: '/', detached: true, env, stdio: 'ignore' })
  await once(server, 'spawn')
  const exited = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL')
    await exited
  }
  const deadlineMs = performance.now() + readyLimitMs
  while (!(await isReady())) {
    if (server.exitCode !== null || performance.now() > deadlineMs) {
      await stop()
      throw new Error('HAProxy does not see all servers ready.')
    }
    await sleep(pollMs)
  }
  return { stop }
}

function configure({
  port,
  statsPort,
  serverPorts,
}: {
  port: number
  statsPort: number
  serverPorts: readonly number[]
}): string {
  return `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s

frontend clients
  bind 127.0.0.1:${port}
  default_backend servers

backend servers
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 250ms fall 2 rise 1
${serverPorts.map((serverPort) => `  server ${serverPort} 127.0.0.1:${serverPort}\n`).join('')}
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
  stats admin if TRUE
`
}

type ServerState = { port: number; state: string; sessions: number }

/** Reads HAProxy's own statistics: column 2 is the server's name, 5 its sessions, 18 its state. */
async function readStates(statsPort: number): Promise<ServerState[]> {
  try {
    const response = await fetch(`http://127.0.0.1:${statsPort}/;csv`)
    const lines = (await response.text()).split('\n').map((line) => line.split(','))
    return lines.flatMap(([backend, name, ...more]) =>
      backend === 'servers' && name !== 'BACKEND'
        ? [{ port: Number(name), state: more[15] ?? '', sessions: Number(more[2]) }]
        : [],
    )
  } catch {
    // It is not listening yet.
    return []
  }
}

async function administer(statsPort: number, action: string, server: number): Promise<void> {
  const body = new URLSearchParams({ s: String(server), action, b: 'servers' })
  const { status, headers } = await fetch(`http://127.0.0.1:${statsPort}/`, {
    ...{ method: 'POST', body, redirect: 'manual' },
  })
  // It answers with a redirect that names the outcome.
  if (status !== 303 || !headers.get('location')?.includes('st=DONE')) {
    throw new Error(`HAProxy did not ${action} the server ${server}.`)
  }
}
