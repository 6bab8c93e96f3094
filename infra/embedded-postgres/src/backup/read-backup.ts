import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import {
  type BackedUpFile,
  type BackupManifest,
  backupEnd,
  backupFormat,
  clusterFolder,
  credentialsName,
  demoNames,
  manifestName,
  manifestSchema,
  sealName,
  sealOf,
} from './manifest.ts'
import { readTar, TarError, type TarMember } from './tar.ts'

/** Receives the members of a backup except its manifest. It must read each content to the end. */
export type ReceiveMember = (member: TarMember) => Promise<void>

const chunkBytes = 256 * 1024
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Reads a backup from its beginning to its end, and returns its manifest once each file in it proved to be what the
 * manifest says. Throws EmbeddedPostgresError for a file that is damaged or no backup.
 */
export async function readBackup(
  handle: FileHandle,
  { file, receive = discard }: { file: string; receive?: ReceiveMember },
): Promise<BackupManifest> {
  const endsAt = (await handle.stat()).size - backupEnd.length
  if (!(await isAt(handle, 0, zstdMagic))) throw noBackup(file)
  if (endsAt < 0 || !(await isAt(handle, endsAt, backupEnd))) throw damaged(file, 'its end is missing')
  const decompress = createZstdDecompress()
  const feeding = pipeline(chunksOf(handle, endsAt), decompress)
  try {
    const [manifest] = await Promise.all([readMembers(decompress, { file, receive }), feeding])
    return manifest
  } catch (cause) {
    throw isDamage(cause) ? damaged(file, cause.message) : cause
  } finally {
    decompress.destroy()
    // Until the last read of the file is done, it must stay open.
    await feeding.catch(() => undefined)
  }
}

async function isAt(handle: FileHandle, position: number, expected: Buffer): Promise<boolean> {
  const { buffer: found } = await handle.read(Buffer.alloc(expected.length), 0, expected.length, position)
  return found.equals(expected)
}

async function* chunksOf(handle: FileHandle, endsAt: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < endsAt; ) {
    const wanted = Math.min(chunkBytes, endsAt - position)
    const { bytesRead, buffer: chunk } = await handle.read(Buffer.alloc(wanted), 0, wanted, position)
    if (bytesRead === 0) throw new TarError('it ends too early')
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

async function readMembers(
  archive: AsyncIterable<Buffer>,
  { file, receive }: { file: string; receive: ReceiveMember },
): Promise<BackupManifest> {
  const found: BackedUpFile[] = []
  let manifest: Buffer | undefined
  let seal: string | undefined
  for await (const member of readTar(archive)) {
    if (seal !== undefined) throw new TarError('something follows its end')
    if (member.path === manifestName) manifest = await buffer(member.content)
    else if (member.path === sealName) seal = await text(member.content)
    else found.push(...(await receiveHashed(member, receive)))
  }
  if (manifest === undefined) throw noBackup(file)
  if (seal !== sealOf(manifest)) throw new TarError('its manifest has changed')
  const described = parseManifest(manifest, file)
  compareFiles(found, described.files)
  return described
}

function parseManifest(json: Buffer, file: string): BackupManifest {
  const document: unknown = JSON.parse(json.toString())
  const { format } = manifestSchema.pick({ format: true }).safeParse(document).data ?? {}
  if (format !== undefined && format > backupFormat) {
    throw new EmbeddedPostgresError(
      'wrong_version',
      `${file} has the format ${format} and this version reads ${backupFormat}: restore it with the version of Signalpost that made it`,
    )
  }
  const parsed = manifestSchema.safeParse(document)
  if (parsed.success) return parsed.data
  throw new TarError('its manifest is incomplete')
}

async function receiveHashed(member: TarMember, receive: ReceiveMember): Promise<BackedUpFile[]> {
  const { path, isDirectory, size, content } = member
  refuseStrangePath(path)
  const hash = createHash('sha256')
  const hashed = (async function* () {
    for await (const piece of content) {
      hash.update(piece)
      yield piece
    }
  })()
  await receive({ ...member, content: hashed })
  return isDirectory ? [] : [{ path, size, sha256: hash.digest('hex') }]
}

/** Nothing may be written outside the cluster. */
function refuseStrangePath(path: string): void {
  const parts = path.split('/')
  const isOfCluster = parts.length > 1 && parts[0] === clusterFolder
  const isStrange = parts.some((part) => part === '' || part === '.' || part === '..')
  const isKnown = [credentialsName, ...demoNames].includes(path)
  if (!isKnown && (!isOfCluster || isStrange)) {
    throw new TarError('it contains a file that is not of a database')
  }
}

function compareFiles(found: BackedUpFile[], expected: BackedUpFile[]): void {
  for (const [index, { path, size, sha256 }] of expected.entries()) {
    const file = found[index]
    if (file?.path !== path) throw new TarError(`${path} is missing`)
    if (file.size !== size || file.sha256 !== sha256) throw new TarError(`${path} has changed`)
  }
  if (found.length > expected.length) throw new TarError('it contains a file that its manifest does not name')
}

async function discard({ content }: TarMember): Promise<void> {
  for await (const _ of content);
}

function isDamage(cause: unknown): cause is Error {
  if (cause instanceof TarError) return true
  return cause instanceof Error && 'code' in cause && /^(ZSTD_|Z_)/.test(String(cause.code))
}

function damaged(file: string, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError('failed', `${file} is damaged (${reason}); nothing was restored`)
}

function noBackup(file: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError('failed', `${file} is not a backup of Signalpost`)
}
