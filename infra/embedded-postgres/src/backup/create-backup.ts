import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { credentialsPath } from '../files/cluster-home.ts'
import { connectAsSuperuser, superuserUrl } from '../server/connect-to-server.ts'
import { getRunningCluster, type RunningCluster } from '../server/find-embedded-postgres.ts'
import { streamBaseBackup } from './base-backup.ts'
import { explainFault } from './explain-fault.ts'
import {
  type BackedUpFile,
  type BackupManifest,
  backupEnd,
  backupFormat,
  clusterFolder,
  credentialsName,
  demoNames,
  manifestName,
  sealName,
  sealOf,
} from './manifest.ts'
import { readTar, type TarMember, tarEnd, tarHeader, tarPadding } from './tar.ts'

export type CreateBackupOptions = {
  dataDir: string
  /** The file to create. */
  file: string
  signalpostVersion: string
  /** The last migration of the database. */
  migration: string
  /** Cancels the backup. */
  signal?: AbortSignal
}

export type CreatedBackup = { manifest: BackupManifest; bytes: number }

/**
 * Backs up the database of a data directory while it runs, in one file: a tar archive, compressed with zstd, mode 0600.
 * The file appears once it is complete and on disk. The master key is not in it, the
 * credentials of the demo are. Throws EmbeddedPostgresError.
 */
export async function createBackup(options: CreateBackupOptions): Promise<CreatedBackup> {
  const file = resolve(options.file)
  const cluster = getRunningCluster(options.dataDir)
  refuseExisting(file)
  try {
    const manifest = await describeBackup(cluster, options)
    const bytes = await publishWhole(
      file,
      archiveOf(cluster, { manifest, dataDir: options.dataDir }),
      options.signal,
    )
    return { manifest, bytes }
  } catch (cause) {
    throw explainFault(cause, `cannot back up to ${file}`)
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new EmbeddedPostgresError('failed', `${file} exists: choose another name`)
}

async function describeBackup(
  { endpoint, credentials }: RunningCluster,
  { signalpostVersion, migration }: CreateBackupOptions,
): Promise<BackupManifest> {
  const client = await connectAsSuperuser(endpoint, credentials)
  try {
    const { rows } = await client.query<{ version: string; now: Date }>(
      "select current_setting('server_version') as version, now() as now",
    )
    const { version = '', now = new Date() } = rows[0] ?? {}
    return {
      format: backupFormat,
      createdAt: now.toISOString(),
      signalpostVersion,
      postgresqlVersion: version,
      migration,
      files: [],
    }
  } finally {
    await client.end()
  }
}

/** Writes beside the file, and gives it its name once it is complete and on disk. Returns its size. */
async function publishWhole(
  file: string,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const partial = `${file}.${process.pid}.partial`
  const handle = await open(partial, 'wx', 0o600)
  try {
    await pipeline(content, createZstdCompress(), (compressed) => handle.writeFile(compressed), { signal })
    await handle.writeFile(backupEnd)
    await handle.sync()
    refuseExisting(file)
    await rename(partial, file)
    await syncDirectory(dirname(file))
    return (await handle.stat()).size
  } finally {
    await handle.close()
    rmSync(partial, { force: true })
  }
}

/** Without this a power failure could take the file's name, though not its content. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* archiveOf(
  { home, endpoint, credentials }: RunningCluster,
  { manifest, dataDir }: { manifest: BackupManifest; dataDir: string },
): AsyncGenerator<Buffer> {
  for await (const member of readTar(streamBaseBackup(superuserUrl(endpoint, credentials)))) {
    // PostgreSQL begins some paths with ./
    yield* archiveMember({ ...member, path: join(clusterFolder, member.path) }, manifest.files)
  }
  yield* archiveMember(memberOf(credentialsName, readFileSync(credentialsPath(home))), manifest.files)
  for (const name of demoNames) {
    const path = join(dataDir, name)
    if (existsSync(path)) yield* archiveMember(memberOf(name, readFileSync(path)), manifest.files)
  }
  const json = Buffer.from(`${JSON.stringify(manifest)}\n`)
  yield* archiveMember(memberOf(manifestName, json), [])
  yield* archiveMember(memberOf(sealName, Buffer.from(sealOf(json))), [])
  yield tarEnd
}

function memberOf(path: string, content: Buffer): TarMember {
  const contents = (async function* () {
    yield content
  })()
  return { path, isDirectory: false, size: content.length, content: contents }
}

/** Writes a member, and adds a file to the list. */
async function* archiveMember(member: TarMember, files: BackedUpFile[]): AsyncGenerator<Buffer> {
  const { path, isDirectory, size, content } = member
  const hash = createHash('sha256')
  yield tarHeader(member)
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
  yield tarPadding(size)
  if (!isDirectory) files.push({ path, size, sha256: hash.digest('hex') })
}
