import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { sharedRoot } from '../files/shared-root.ts'
import { copyForAll, openToAll } from './copy-for-all.ts'
import type { ServerAccount } from './server-account.ts'

export type ServerBinaries = { initdb: string; postgres: string; majorVersion: number }

/**
 * Returns the server's programs at a path where `account` can run them; copies them out of a checkout below a 0700
 * home.
 */
export function getServerBinaries(account: ServerAccount): ServerBinaries {
  const { directory, version } = findPackage()
  const majorVersion = Number.parseInt(version, 10)
  const packaged = { ...programsIn(directory), majorVersion }
  if (account === undefined || canRun(packaged.postgres, account)) return packaged

  const shared = join(sharedRoot, `postgresql-${version}`)
  copyForAll(directory, shared)
  const copy = { ...programsIn(shared), majorVersion }
  // Earlier versions left copies that are as private as the umask.
  if (!canRun(copy.postgres, account)) openToAll(shared)
  if (canRun(copy.postgres, account)) return copy
  throw new EmbeddedPostgresError(
    'unsupported',
    `the PostgreSQL programs in ${sharedRoot} cannot be run as user id ${account.uid}: start as an ordinary user, or set DATABASE_URL`,
  )
}

function findPackage(): { directory: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const directory = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    // The cast: package.json of a published package always has a version.
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
    return { directory: join(directory, 'native'), version: manifest.version }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported',
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} here: set DATABASE_URL`,
      { cause },
    )
  }
}

function programsIn(directory: string): { initdb: string; postgres: string } {
  return { initdb: join(directory, 'bin/initdb'), postgres: join(directory, 'bin/postgres') }
}

function canRun(program: string, account: { uid: number; gid: number }): boolean {
  return spawnSync(program, ['--version'], { ...account, stdio: 'ignore', cwd: '/' }).status === 0
}
