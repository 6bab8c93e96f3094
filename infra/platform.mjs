// Needs nothing that is installed: it runs before anything is.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const minNodeMajor = 24

/** npm has Node and PostgreSQL for Linux with glibc, recognised by the loader that their programs name. */
export function hasPackagedBinaries() {
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }
  const loader = loaders[process.arch]
  return process.platform === 'linux' && loader !== undefined && existsSync(loader)
}

/** Says what a machine without the packaged Node and PostgreSQL lacks; returns undefined if that is nothing. */
export function describeLack({ needsDatabase }) {
  const problems = []
  const major = Number.parseInt(process.versions.node, 10)
  if (major < minNodeMajor) problems.push(`Node ${minNodeMajor} or newer (this is ${process.version})`)
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env
  if (needsDatabase && !DATABASE_URL && !DATABASE_URL_FILE)
    problems.push('a PostgreSQL named in DATABASE_URL')
  if (problems.length === 0) return undefined
  return `On ${process.platform}-${process.arch} Signalpost needs ${problems.join(' and ')}.`
}

/**
 * npm packages contain no symbolic links. PostgreSQL's package lists those it needs; its own script to create them
 * does not run everywhere.
 */
export function linkServerLibraries(serverPackage) {
  const list = join(serverPackage, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const path = join(serverPackage, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}
