import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'

/**
 * A cluster's home contains `data` (the server's) and `credentials.json` (ours). It is `postgres` in the data directory
 * or, if the server's account cannot reach that, the path in `postgres-location`.
 */
export type ClusterHome = { home: string; dataPath: string; credentials: ClusterCredentials }

/** Where a data directory's database is: the real path of its home, which is not in the directory if `isElsewhere`. */
export type DatabaseLocation = { home: string; isElsewhere: boolean }

export type ClusterCredentials = { superuserPassword: string; password: string }

export function findClusterHome(dataDir: string): ClusterHome | undefined {
  const location = findDatabaseLocation(dataDir)
  return location === undefined ? undefined : readClusterHome(location.home)
}

/** Returns where the data directory's database is. Undefined if it has none. */
export function findDatabaseLocation(dataDir: string): DatabaseLocation | undefined {
  const inside = homeInside(dataDir)
  if (existsSync(inside)) return { home: realpathSync(inside), isElsewhere: false }
  const location = locationPath(dataDir)
  if (!existsSync(location)) return undefined
  const elsewhere = readFileSync(location, 'utf8').trim()
  if (existsSync(elsewhere)) return { home: realpathSync(elsewhere), isElsewhere: true }
  throw new EmbeddedPostgresError(
    'failed',
    `the database of ${dataDir} was in ${elsewhere}, which is gone: restore it, or remove ${location} to begin with an empty one`,
  )
}

export function readClusterHome(path: string): ClusterHome {
  const home = realpathSync(path)
  try {
    // The cast: only createCluster writes this file, completely or not at all.
    const credentials = JSON.parse(readFileSync(credentialsPath(home), 'utf8')) as ClusterCredentials
    return { home, dataPath: join(home, 'data'), credentials }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'failed',
      `cannot read ${credentialsPath(home)}: start as the user who made the data directory, or choose another with SIGNALPOST_DATA_DIR`,
      { cause },
    )
  }
}

export function homeInside(dataDir: string): string {
  return join(dataDir, 'postgres')
}

export function locationPath(dataDir: string): string {
  return join(dataDir, 'postgres-location')
}

export function credentialsPath(home: string): string {
  return join(home, 'credentials.json')
}
