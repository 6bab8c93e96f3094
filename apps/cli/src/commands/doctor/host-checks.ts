import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { bad, type Check, type Finding, good, weak } from '@signalpost/administration/doctor'
import { findDatabaseLocation } from '@signalpost/embedded-postgres'
import { urlOfPort } from '@signalpost/runtime'
import type { CommandContext } from '../../command/context.ts'
import type { CliConfig } from '../../config.ts'

const othersMask = 0o077
/** A data directory of root may be traversable: the server's own account has a directory in it. */
const othersMaskOfRoot = 0o066
const healthTimeoutMs = 2_000
const verifyFull =
  'Add sslmode=verify-full to DATABASE_URL, and sslrootcert=FILE for an authority of your own.'

/** Checks of the machine and the environment, independent of the stores. */
export const hostChecks: readonly Check<CommandContext>[] = [
  {
    name: 'configuration',
    remedy: 'Correct the environment variables in the message.',
    run: async ({ config }) => {
      const database = config.isEmbedded ? `embedded PostgreSQL in ${config.dataDir}` : 'DATABASE_URL'
      return good(`${database}, queue on ${placeOfQueue(config)}`)
    },
  },
  {
    name: 'database encryption',
    after: 'configuration',
    remedy: verifyFull,
    run: async (context) => {
      // A getter that throws while the embedded database is not running, so it is read after the question.
      if (context.config.isEmbedded || !crossesNetwork(context.stores.databaseUrl)) return undefined
      const mode = new URL(context.stores.databaseUrl).searchParams.get('sslmode')
      if (mode === 'verify-full') return good('the certificate of the server is checked')
      return weak(
        'DATABASE_URL crosses a network, and the identity of the server is not verified (no sslmode=verify-full)',
        verifyFull,
      )
    },
  },
  {
    name: 'data directory',
    after: 'configuration',
    remedy: 'Start Signalpost once with npm start, which creates it.',
    run: async ({ config: { isEmbedded, dataDir } }) => {
      if (!isEmbedded) return undefined
      return (
        (await checkMode(dataDir, true)) ?? (await checkSecretFiles(dataDir)) ?? good(`${dataDir} is private`)
      )
    },
  },
  {
    name: 'embedded database',
    after: 'data directory',
    remedy: 'Start Signalpost once with npm start, which creates it.',
    run: async ({ config: { isEmbedded, dataDir } }) => {
      if (!isEmbedded) return undefined
      const location = findDatabaseLocation(dataDir)
      if (location === undefined) return bad(`none in ${dataDir}`, 'Create it with npm start.')
      if (!location.isElsewhere) return good(`in ${location.home}`)
      return weak(
        `in ${location.home}, because PostgreSQL cannot enter ${dataDir}`,
        'Back it up with ./signalpost backup create: a copy of the data directory does not contain it.',
      )
    },
  },
  portCheck('intake port', 'SIGNALPOST_INTAKE_PORT', ({ intakePort }) => intakePort.port),
  portCheck('api port', 'SIGNALPOST_API_PORT', ({ apiPort }) => apiPort.port),
  portCheck('console port', 'SIGNALPOST_CONSOLE_PORT', ({ consolePort }) => consolePort.port),
  portCheck('worker port', 'SIGNALPOST_WORKER_PORT', ({ workerPort }) => workerPort.port),
  portCheck('searcher port', 'SIGNALPOST_SEARCHER_PORT', ({ searcherPort }) => searcherPort.port),
]

function placeOfQueue({ redisUrl, queueDatabaseUrl }: CliConfig): string {
  if (redisUrl !== undefined) return 'REDIS_URL'
  return queueDatabaseUrl === undefined ? 'the same' : 'SIGNALPOST_QUEUE_DATABASE_URL'
}

/** A host in the query overrides the other, as in the driver; a path is a socket. */
function crossesNetwork(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host !== '' && !host.startsWith('/') && !/^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host)
}

async function checkSecretFiles(dataDir: string): Promise<Finding | undefined> {
  for (const name of ['master-key', 'demo.json']) {
    const finding = await checkMode(join(dataDir, name), false)
    if (finding !== undefined) return finding
  }
  return undefined
}

async function checkMode(path: string, mustExist: boolean): Promise<Finding | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !mustExist) return undefined
    throw error
  })
  if (found === undefined) return undefined
  const mask = found.isDirectory() && found.uid === 0 ? othersMaskOfRoot : othersMask
  if ((found.mode & mask) === 0) return undefined
  const mode = (found.mode & 0o777).toString(8)
  return bad(`${path} is open to others (mode ${mode})`, `chmod go-rwx ${path}`)
}

function portCheck(
  name: string,
  variable: string,
  portOf: (config: CliConfig) => number,
): Check<CommandContext> {
  const remedy = `Stop what listens there, or set ${variable} to another port.`
  return {
    name,
    after: 'configuration',
    remedy,
    run: async ({ config }) => {
      const port = portOf(config)
      if (port === 0) return good('any free one')
      if (await isOurs(urlOfPort(config.host, port))) return good(`${port} is served by Signalpost`)
      const reason = await findReasonNotToListen(config.host, port)
      return reason === undefined
        ? good(`${port} is free`)
        : bad(`${port} cannot be used (${reason})`, remedy)
    },
  }
}

async function isOurs(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(healthTimeoutMs) })
    return response.ok && response.headers.has('x-request-id') && (await response.text()).includes('"ok"')
  } catch {
    // None of our processes responds; the next check is whether the port is free.
    return false
  }
}

async function findReasonNotToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
