import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseServerAccount, guardDirectory } from '@signalpost/embedded-postgres'

const run = promisify(execFile)
const programs = '/usr/lib/postgresql/15/bin'

/** A directory for servers and their files, which their account owns. What works in it ends with this process. */
export type ServerHome = {
  path: string
  /** Runs a command line as the account of the servers. */
  run: (line: string) => Promise<void>
  /** Writes a file for the servers. Returns its path. */
  write: (name: string, content: string) => string
  makeDirectory: (name: string) => string
  remove: () => Promise<void>
}

export function createServerHome(): ServerHome {
  const path = mkdtempSync(join(tmpdir(), 'signalpost-servers-'))
  const guard = guardDirectory(path)
  const account = chooseServerAccount()
  const own = (made: string): string => {
    if (account !== undefined) chownSync(made, account.uid, account.gid)
    return made
  }
  own(path)
  return {
    path,
    run: async (line) => {
      const env = { PATH: `${programs}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8' }
      await run('/bin/sh', ['-e', '-c', line], { ...account, cwd: path, env })
    },
    write: (name, content) => {
      writeFileSync(join(path, name), content, { mode: 0o600 })
      return own(join(path, name))
    },
    makeDirectory: (name) => {
      mkdirSync(join(path, name), { mode: 0o700 })
      return own(join(path, name))
    },
    remove: guard.release,
  }
}
