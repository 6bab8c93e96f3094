import { resolve } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { type ClusterHome, findClusterHome } from '../files/cluster-home.ts'
import { applicationUrl } from './connect-to-server.ts'
import type { Endpoint } from './endpoint.ts'
import { findPostmaster } from './postmaster-file.ts'

export type RunningCluster = ClusterHome & { endpoint: Endpoint }

/**
 * Returns the connection URL of the server that runs on the data directory; undefined when none accepts connections.
 */
export function findEmbeddedPostgres(dataDir: string): string | undefined {
  const running = findRunningCluster(dataDir)
  return running && applicationUrl(running.endpoint, running.credentials)
}

/** @throws EmbeddedPostgresError when no server accepts connections */
export function getRunningCluster(dataDir: string): RunningCluster {
  const running = findRunningCluster(dataDir)
  if (running !== undefined) return running
  throw new EmbeddedPostgresError('failed', notRunning(dataDir))
}

/** The message for a data directory on which no server runs. */
export function notRunning(dataDir: string): string {
  return `no embedded PostgreSQL is running on ${resolve(dataDir)}; start it with npm start`
}

function findRunningCluster(dataDir: string): RunningCluster | undefined {
  const found = findClusterHome(resolve(dataDir))
  if (found === undefined) return undefined
  const postmaster = findPostmaster(found.dataPath)
  if (!postmaster?.alive || !postmaster.ready) return undefined
  return { ...found, endpoint: postmaster.endpoint }
}
