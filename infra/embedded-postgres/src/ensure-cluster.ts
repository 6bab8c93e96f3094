import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createCluster, type Place, partialPrefix } from './create-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import {
  type ClusterHome,
  findDatabaseLocation,
  homeInside,
  locationPath,
  readClusterHome,
} from './files/cluster-home.ts'
import { claimDataDirectory } from './files/data-directory.ts'
import { ensureLocationReadme } from './files/location-readme.ts'
import { publishFile } from './files/publish-file.ts'
import { sharedRoot } from './files/shared-root.ts'
import { isProcessAlive } from './server/is-process-alive.ts'
import { canAccountWriteIn, chooseServerAccount, type ServerAccount } from './server/server-account.ts'
import { getServerBinaries, type ServerBinaries } from './server/server-binaries.ts'

export type Cluster = ClusterHome & { account: ServerAccount; binaries: ServerBinaries }

/**
 * Returns the data directory's cluster; creates it if there is none. Two first starts at once end up with the same one.
 */
export async function ensureCluster(dataDir: string, { durable }: { durable: boolean }): Promise<Cluster> {
  const existing = findDatabaseLocation(dataDir)
  if (existing !== undefined) {
    if (existing.isElsewhere) ensureLocationReadme(dataDir, existing.home)
    return openCluster(readClusterHome(existing.home))
  }

  await placeCluster(dataDir, (place) => createCluster({ ...place, durable }))
  return ensureCluster(dataDir, { durable })
}

/**
 * Gives the data directory the cluster whose home `create` returns. Returns false, and removes that home, if the
 * directory got another cluster meanwhile.
 */
export async function placeCluster(
  dataDir: string,
  create: (place: Place) => Promise<string>,
): Promise<boolean> {
  claimDataDirectory(dataDir)
  const account = chooseServerAccount()
  const parent = chooseParent(dataDir, account)
  removeAbandoned(parent)
  const partial = await create({ parent, account })
  const published = parent === dataDir ? publishInside(dataDir, partial) : publishElsewhere(dataDir, partial)
  if (!published) rmSync(partial, { recursive: true, force: true })
  return published
}

/** Chooses account and programs for an existing cluster; refuses data of another major version. */
export function openCluster(found: ClusterHome): Cluster {
  const account = chooseServerAccount(found.dataPath)
  const binaries = getServerBinaries(account)
  const version = readFileSync(join(found.dataPath, 'PG_VERSION'), 'utf8').trim()
  if (version === String(binaries.majorVersion)) return { ...found, account, binaries }
  throw new EmbeddedPostgresError(
    'wrong_version',
    `the data in ${found.home} was made by PostgreSQL ${version} and this is PostgreSQL ${binaries.majorVersion}: start the version of Signalpost that made it, or choose another SIGNALPOST_DATA_DIR`,
  )
}

function chooseParent(dataDir: string, account: ServerAccount): string {
  const parent = [dataDir, sharedRoot].find((candidate) => canAccountWriteIn(account, candidate))
  if (parent !== undefined) return parent
  throw new EmbeddedPostgresError(
    'failed',
    `user id ${account?.uid}, which PostgreSQL runs as, can write neither in ${dataDir} nor in ${sharedRoot}: choose another SIGNALPOST_DATA_DIR`,
  )
}

function publishInside(dataDir: string, partial: string): boolean {
  try {
    renameSync(partial, homeInside(dataDir))
    return true
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // the cast: fs throws nothing else
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
    throw cause
  }
}

function publishElsewhere(dataDir: string, partial: string): boolean {
  const home = join(sharedRoot, basename(partial).replace(partialPrefix, 'cluster-'))
  renameSync(partial, home)
  if (publishFile(locationPath(dataDir), `${home}\n`)) {
    publishFile(join(home, 'belongs-to'), `${dataDir}\n`)
    ensureLocationReadme(dataDir, home)
    return true
  }
  renameSync(home, partial)
  return false
}

/** A killed first start leaves its unfinished directory, whose name contains its process id. */
function removeAbandoned(parent: string): void {
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(partialPrefix)
      ? Number.parseInt(name.slice(partialPrefix.length), 10)
      : Number.NaN
    if (!Number.isNaN(pid) && !isProcessAlive(pid))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}
