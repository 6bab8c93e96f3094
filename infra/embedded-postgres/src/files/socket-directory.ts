import { createHash } from 'node:crypto'
import { chmodSync, lchownSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import type { Cluster } from '../ensure-cluster.ts'
import { socketPort } from '../server/endpoint.ts'
import { isServerOf } from '../server/postmaster-file.ts'

const socketName = `.s.PGSQL.${socketPort}`
// `sun_path` of Linux, unix(7), has 108 bytes and ends with a NUL.
const maxSocketPathBytes = 107

/**
 * Returns the directory of the cluster's socket, created with mode 0700 for the server's account. It is `socket` in the
 * cluster's home. If that path is too long for a socket, it is a directory in the temporary one, named after the home.
 * Throws EmbeddedPostgresError when someone else has created that directory.
 */
export function ensureSocketDirectory({ home, account }: Cluster): string {
  const directory = socketDirectoryOf(home)
  try {
    mkdirSync(directory, { mode: 0o700 })
    chmodSync(directory, 0o700)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause // the cast: fs throws nothing else
  }
  // Also true if a start was killed before it could give the directory away.
  const isOurs = lstatSync(directory).uid === process.getuid?.()
  if (account !== undefined && isOurs) lchownSync(directory, account.uid, account.gid)
  const owner = account?.uid ?? process.getuid?.()
  const stats = lstatSync(directory)
  if (stats.isDirectory() && stats.uid === owner && (stats.mode & 0o077) === 0) return directory
  throw new EmbeddedPostgresError(
    'failed',
    `${directory} must be a directory of user id ${owner} with mode 0700: remove it, or choose another SIGNALPOST_DATA_DIR`,
  )
}

/**
 * Removes the socket of a killed server. PostgreSQL only sees that some process has the pid in the socket's lock file,
 * and refuses to start while there is one.
 */
export function removeStaleSocket(directory: string, dataPath: string): void {
  const lockPath = join(directory, `${socketName}.lock`)
  const pid = Number(readFirstLine(lockPath))
  if (Number.isNaN(pid) || isServerOf(dataPath, pid)) return
  rmSync(join(directory, socketName), { force: true })
  rmSync(lockPath, { force: true })
}

export function socketDirectoryOf(home: string): string {
  const inside = join(home, 'socket')
  if (Buffer.byteLength(join(inside, socketName)) <= maxSocketPathBytes) return inside
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const elsewhere = [tmpdir(), '/tmp'].map((parent) => join(parent, `signalpost-socket-${name}`))
  const fitting = elsewhere.find((path) => Buffer.byteLength(join(path, socketName)) <= maxSocketPathBytes)
  return fitting ?? inside
}

function readFirstLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined // the cast: fs throws nothing else
    throw cause
  }
}
