import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { partialPrefix } from './create-cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { findDatabaseLocation, homeInside, locationPath, readClusterHome } from './files/cluster-home.ts'
import { locationReadmePath } from './files/location-readme.ts'
import { keyPath } from './files/master-key.ts'
import { socketDirectoryOf } from './files/socket-directory.ts'
import { findPostmaster } from './server/postmaster-file.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

/** Returns the paths that `removeDatabase` would remove: the database, wherever it is, and the files that belong to it. */
export function findDatabaseFiles(dataDir: string): string[] {
  const location = findDatabaseLocation(resolve(dataDir))
  const beside = filesBeside(resolve(dataDir)).filter((path) => existsSync(path))
  return location === undefined ? beside : [location.home, ...beside]
}

/**
 * Removes a data directory's database, wherever it is, and its master key. Throws `already_running` while a process
 * owns the database.
 */
export async function removeDatabase(dataDir: string): Promise<void> {
  const directory = resolve(dataDir)
  const location = findDatabaseLocation(directory)
  if (location !== undefined) {
    await endServer(directory, readClusterHome(location.home).dataPath)
    // Renamed first, so a removal that is killed leaves no half database. The next start removes the rest.
    const removed = join(dirname(location.home), `${partialPrefix}${process.pid}-removed`)
    renameSync(location.home, removed)
    rmSync(removed, { recursive: true })
    rmSync(socketDirectoryOf(location.home), { recursive: true, force: true })
  }
  for (const path of [homeInside(directory), ...filesBeside(directory)]) rmSync(path, { force: true })
}

function filesBeside(dataDir: string): string[] {
  return [locationPath, locationReadmePath, keyPath].map((pathOf) => pathOf(dataDir))
}

/** A server that outlived its owner is stopped; that of a living owner is not. */
async function endServer(dataDir: string, dataPath: string): Promise<void> {
  if (!findPostmaster(dataPath)?.alive) return
  try {
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError) || cause.code !== 'already_running') throw cause
    const message = `Signalpost is running on ${dataDir}: stop it first`
    throw new EmbeddedPostgresError('already_running', message, { cause })
  }
}
