import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'
import { ensureDirectory } from '../files/data-directory.ts'

/** The system account of the server; undefined means our own. */
export type ServerAccount = { uid: number; gid: number } | undefined

/**
 * Chooses the server's account. PostgreSQL refuses to run as root, so root runs it as `postgres`, else as `nobody`. An
 * existing cluster keeps the account that owns it.
 */
export function chooseServerAccount(existingDataPath?: string): ServerAccount {
  if (process.getuid?.() !== 0) return undefined
  const owner =
    existingDataPath === undefined ? undefined : statSync(existingDataPath, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findAccount('postgres') ?? getAccount('nobody')
}

/** Whether the account can really own and use a directory below `parent`, including modes, mounts and ACLs. */
export function canAccountWriteIn(account: ServerAccount, parent: string): boolean {
  if (account === undefined) return true
  let probe: string | undefined
  try {
    ensureDirectory(parent, 0o755)
    probe = mkdtempSync(join(parent, '.probe-'))
    chownSync(probe, account.uid, account.gid)
    const script = 'cd "$1" && : > file && rm file'
    return spawnSync('/bin/sh', ['-c', script, 'sh', probe], { ...account, stdio: 'ignore' }).status === 0
  } catch {
    // What forbids us the directory (read-only, no chown) forbids it to the server too.
    return false
  } finally {
    if (probe !== undefined) rmSync(probe, { recursive: true, force: true })
  }
}

function findAccount(name: string): ServerAccount {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [user, , uid, gid] = line.split(':')
    if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

function getAccount(name: string): ServerAccount {
  const account = findAccount(name)
  if (account !== undefined) return account
  throw new EmbeddedPostgresError(
    'unsupported',
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody" to run it as: start as an ordinary user, or set DATABASE_URL',
  )
}
