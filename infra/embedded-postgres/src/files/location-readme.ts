import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publishFile } from './publish-file.ts'

/** Keeps a `README` in the data directory of a database that is elsewhere: a reader may copy or delete the directory. */
export function ensureLocationReadme(dataDir: string, home: string): void {
  const path = locationReadmePath(dataDir)
  const text = textFor(home)
  if (publishFile(path, text) || readFileSync(path, 'utf8') === text) return
  rmSync(path)
  publishFile(path, text)
}

export function locationReadmePath(dataDir: string): string {
  return join(dataDir, 'README')
}

function textFor(home: string): string {
  return `The database of this directory is not in it, but in

  ${home}

because the account that PostgreSQL runs as cannot enter this directory.

A copy of this directory does not contain the database, and deleting this
directory leaves it. Back up with ./signalpost backup create --to FILE, and
delete both with ./signalpost reset.
`
}
