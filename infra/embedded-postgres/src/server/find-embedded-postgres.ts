import { resolve } from 'node:path'
import { findClusterHome } from '../files/cluster-home.ts'
import { applicationUrl } from './connect-to-server.ts'
import { findPostmaster } from './postmaster-file.ts'

/**
 * Returns the connection URL of the server that runs on the data directory; undefined when none accepts connections.
 */
export function findEmbeddedPostgres(dataDir: string): string | undefined {
  const found = findClusterHome(resolve(dataDir))
  if (found === undefined) return undefined
  const postmaster = findPostmaster(found.dataPath)
  if (!postmaster?.alive || !postmaster.ready) return undefined
  return applicationUrl(postmaster.endpoint, found.credentials)
}
