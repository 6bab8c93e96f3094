import { spawn } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import type { Cluster } from '../ensure-cluster.ts'
import { ensureSocketDirectory, removeStaleSocket } from '../files/socket-directory.ts'
import type { Endpoint } from './endpoint.ts'
import { isProcessAlive } from './is-process-alive.ts'
import { findPostmaster } from './postmaster-file.ts'
import { serverArguments } from './server-settings.ts'

/** `any-port` and a port are TCP on the loopback interface, which every local user can reach: for tests. */
export type Listen = 'socket' | 'any-port' | { port: number }
export type LaunchOptions = { cluster: Cluster; durable: boolean; listen: Listen }
export type Server = { pid: number; endpoint: Endpoint; adopted: boolean }

const maxLogBytes = 1024 * 1024
// A server that died under load first replays up to a gigabyte of its log.
const startLimitMs = 5 * 60_000
const portPatienceMs = 2_000
const pollMs = 5

/**
 * Starts the cluster's server, or adopts a running one, and returns once it accepts connections. Replaces a port that
 * stays taken by a free one.
 */
export async function launchServer({ cluster, durable, listen }: LaunchOptions): Promise<Server> {
  let wanted = listen
  const deadline = performance.now() + startLimitMs
  const portDeadline = performance.now() + portPatienceMs
  for (;;) {
    const running = findPostmaster(cluster.dataPath)
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        'failed',
        `PostgreSQL is not ready after minutes: see ${logPathOf(cluster)}`,
      )
    }
    if (running?.alive) {
      // A starting server becomes ready and a stopping one goes away, both within a moment.
      if (running.ready) return { pid: running.pid, endpoint: running.endpoint, adopted: true }
      await sleep(pollMs)
      continue
    }
    if (running !== undefined) removeStalePidFile(cluster.dataPath)

    const attempt = await tryLaunch(cluster, durable, await chooseEndpoint(cluster, wanted))
    if ('pid' in attempt) return { ...attempt, adopted: false }
    if (/could not create any TCP\/IP sockets/.test(attempt.complaint)) {
      // A killed server keeps its port a moment longer than its process id.
      if (performance.now() > portDeadline) wanted = 'any-port'
    } else if (!/lock file .* already exists|pre-existing shared memory block/.test(attempt.complaint)) {
      throw new EmbeddedPostgresError('failed', `PostgreSQL does not start: ${attempt.complaint}`)
    }
    await sleep(pollMs)
  }
}

async function chooseEndpoint(cluster: Cluster, listen: Listen): Promise<Endpoint> {
  if (listen === 'any-port') return { port: await findFreePort() }
  if (listen !== 'socket') return listen
  const socketDirectory = ensureSocketDirectory(cluster)
  removeStaleSocket(socketDirectory, cluster.dataPath)
  return { socketDirectory }
}

type Attempt = { pid: number; endpoint: Endpoint } | { complaint: string }

/** Uses its own session, so a Ctrl-C in the terminal does not stop it before the application is done. */
async function tryLaunch(cluster: Cluster, durable: boolean, endpoint: Endpoint): Promise<Attempt> {
  const { dataPath, account, binaries } = cluster
  const logPath = logPathOf(cluster)
  const logFile = openSync(logPath, 'a', 0o600)
  if (fstatSync(logFile).size > maxLogBytes) ftruncateSync(logFile)
  const logStart = fstatSync(logFile).size

  const server = spawn(binaries.postgres, serverArguments({ dataPath, endpoint, durable }), {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  let failure: Error | undefined
  server.once('error', (cause) => {
    failure = cause
  })
  server.unref()

  while (failure === undefined && server.exitCode === null && server.signalCode === null) {
    const found = findPostmaster(dataPath)
    if (found?.ready && found.pid === server.pid) return { pid: found.pid, endpoint }
    await sleep(pollMs)
  }
  if (failure !== undefined) return { complaint: failure.message }
  const log = readFileSync(logPath).subarray(logStart).toString()
  const fatal = log.split('\n').find((line) => /FATAL|PANIC/.test(line))
  return { complaint: fatal?.replace(/^.*(FATAL|PANIC): +/, '') ?? `see ${logPath}` }
}

function logPathOf({ home }: Cluster): string {
  return join(home, 'postgres.log')
}

/** PostgreSQL only sees that some process has the pid, and would keep refusing to start. */
function removeStalePidFile(dataPath: string): void {
  const found = findPostmaster(dataPath)
  if (found !== undefined && !found.alive && isProcessAlive(found.pid)) {
    rmSync(join(dataPath, 'postmaster.pid'), { force: true })
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = probe.address()
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('a listening socket has no port'))
      })
    })
  })
}
