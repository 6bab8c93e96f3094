import { existsSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { placeCluster } from '../ensure-cluster.ts'
import { findClusterHome, findDatabaseLocation, homeInside, locationPath } from '../files/cluster-home.ts'
import { publishFile } from '../files/publish-file.ts'
import { findPostmaster } from '../server/postmaster-file.ts'
import { chooseServerAccount } from '../server/server-account.ts'
import { getServerBinaries } from '../server/server-binaries.ts'
import { explainFault } from './explain-fault.ts'
import { extractCluster } from './extract-cluster.ts'
import { type BackupManifest, demoNames } from './manifest.ts'
import { readBackup } from './read-backup.ts'

export type RestoreBackupOptions = {
  file: string
  dataDir: string
  /** Moves a data directory that has a database aside. */
  replace: boolean
  signalpostVersion: string
  /** The migrations that this version knows. */
  migrations: readonly string[]
  /** Cancels the restore. */
  signal?: AbortSignal
}

export type RestoredBackup = {
  manifest: BackupManifest
  /** Where the old data directory is, if there was one. */
  movedTo: string | undefined
}

/**
 * Restores a backup into a data directory without a database. It first reads the whole file and compares its checksums,
 * and the database appears once it has started and recovered. Throws EmbeddedPostgresError; then everything is as before.
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<RestoredBackup> {
  const file = resolve(options.file)
  const dataDir = resolve(options.dataDir)
  const isUsed = existsSync(homeInside(dataDir)) || existsSync(locationPath(dataDir))
  if (isUsed) refuseUsed(dataDir, options.replace)
  const handle = await openBackup(file)
  try {
    const manifest = await readBackup(handle, { file })
    refuseOther(manifest, options)
    options.signal?.throwIfAborted()
    const isNew = isUsed || !existsSync(dataDir)
    const movedTo = isUsed ? moveAside(dataDir) : undefined
    try {
      await place(handle, { file, dataDir, signal: options.signal })
    } catch (cause) {
      if (isNew && existsSync(dataDir)) rmdirSync(dataDir)
      if (movedTo !== undefined) renameSync(movedTo, dataDir)
      throw cause
    }
    return { manifest, movedTo }
  } catch (cause) {
    throw explainFault(cause, `cannot restore into ${dataDir}`)
  } finally {
    await handle.close()
  }
}

function refuseUsed(dataDir: string, replace: boolean): void {
  const dataPath = findClusterHome(dataDir)?.dataPath
  if (dataPath !== undefined && findPostmaster(dataPath)?.alive) {
    throw new EmbeddedPostgresError('already_running', `Signalpost is running on ${dataDir}: stop it first`)
  }
  if (replace) return
  throw new EmbeddedPostgresError(
    'failed',
    `${dataDir} already has a database: give --replace to move the directory aside, or choose another SIGNALPOST_DATA_DIR`,
  )
}

async function openBackup(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, 'r')
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (cause) {
    throw explainFault(cause, 'cannot read the backup')
  }
  throw new EmbeddedPostgresError('failed', `${file} is not a file`)
}

function refuseOther(
  { signalpostVersion, postgresqlVersion, migration }: BackupManifest,
  { signalpostVersion: ownVersion, migrations }: RestoreBackupOptions,
): void {
  const { majorVersion } = getServerBinaries(chooseServerAccount())
  if (Number.parseInt(postgresqlVersion, 10) !== majorVersion) {
    throw new EmbeddedPostgresError(
      'wrong_version',
      `the backup is of PostgreSQL ${postgresqlVersion} and this is PostgreSQL ${majorVersion}: restore it with Signalpost ${signalpostVersion}, which made it`,
    )
  }
  if (isNewer(signalpostVersion, ownVersion) || !migrations.includes(migration)) {
    throw new EmbeddedPostgresError(
      'wrong_version',
      `the backup is of Signalpost ${signalpostVersion} with the migration ${migration}, and this is the older ${ownVersion}: restore it with that version or a newer one`,
    )
  }
}

/** Compares versions of three numbers. */
function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}

function moveAside(dataDir: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = `${dataDir}.before-restore-${time}`
  renameSync(dataDir, aside)
  return aside
}

async function place(
  handle: FileHandle,
  { file, dataDir, signal }: { file: string; dataDir: string; signal: AbortSignal | undefined },
): Promise<void> {
  const placed = await placeCluster(dataDir, (where) =>
    extractCluster(handle, { ...where, file, dataDir, signal }),
  )
  if (placed) return moveDemoFiles(dataDir)
  throw new EmbeddedPostgresError('failed', `${dataDir} got another database meanwhile; nothing was restored`)
}

/** They were extracted beside the cluster, which may be on another disk. */
function moveDemoFiles(dataDir: string): void {
  const home = findDatabaseLocation(dataDir)?.home
  if (home === undefined) return
  for (const name of demoNames) {
    const [from, to] = [join(home, name), join(dataDir, name)]
    // One that is there belongs to no database.
    rmSync(to, { force: true })
    if (!existsSync(from)) continue
    publishFile(to, readFileSync(from, 'utf8'))
    rmSync(from)
  }
}
