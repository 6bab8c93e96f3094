import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type ClusterCredentials, credentialsPath } from './files/cluster-home.ts'
import type { ServerAccount } from './server/server-account.ts'
import { getServerBinaries } from './server/server-binaries.ts'

export const partialPrefix = '.new-'

/** Where a cluster is made, and whose it is. */
export type Place = { parent: string; account: ServerAccount }
type CreateClusterOptions = Place & { durable: boolean }

/** Creates a new cluster in its own directory, as `createHome` does, and returns its path. */
export function createCluster({ parent, account, durable }: CreateClusterOptions): Promise<string> {
  return createHome({ parent, account }, async ({ home, dataPath }) => {
    const credentials: ClusterCredentials = {
      superuserPassword: randomBytes(24).toString('base64url'),
      password: randomBytes(24).toString('base64url'),
    }
    writeFileSync(credentialsPath(home), `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true })
    await runInitdb({ home, dataPath, account, durable, superuserPassword: credentials.superuserPassword })
  })
}

/**
 * Creates a home below `parent`, named after our process, lets `fill` put a cluster into it, and returns its path. The
 * caller renames it to its final place, so a process that is killed never leaves half a cluster.
 */
export async function createHome(
  { parent, account }: Place,
  fill: (paths: { home: string; dataPath: string }) => Promise<void>,
): Promise<string> {
  const home = mkdtempSync(join(parent, `${partialPrefix}${process.pid}-`))
  try {
    chmodSync(home, account === undefined ? 0o700 : 0o711)
    const dataPath = join(home, 'data')
    mkdirSync(dataPath, { mode: 0o700 })
    if (account !== undefined) chownSync(dataPath, account.uid, account.gid)
    await fill({ home, dataPath })
    return home
  } catch (cause) {
    rmSync(home, { recursive: true, force: true })
    throw cause
  }
}

type InitdbOptions = {
  home: string
  dataPath: string
  account: ServerAccount
  durable: boolean
  superuserPassword: string
}

async function runInitdb({
  home,
  dataPath,
  account,
  durable,
  superuserPassword,
}: InitdbOptions): Promise<void> {
  const passwordPath = join(home, 'initdb-password')
  writeFileSync(passwordPath, superuserPassword, { mode: 0o600 })
  if (account !== undefined) chownSync(passwordPath, account.uid, account.gid)

  const initdb = spawn(
    getServerBinaries(account).initdb,
    [
      `--pgdata=${dataPath}`,
      `--pwfile=${passwordPath}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: '/', env: { LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [[code, signal], complaint] = await Promise.all([once(initdb, 'close'), text(initdb.stderr)])
  rmSync(passwordPath)
  if (code !== 0) {
    const reason = complaint.trim().split('\n').at(-1) || `it ended with ${code ?? signal}`
    throw new EmbeddedPostgresError('failed', `PostgreSQL cannot create its data in ${home}: ${reason}`)
  }
}
