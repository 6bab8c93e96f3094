// Needs nothing that is installed: it runs before anything is.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const inputs = ['apps', 'packages', 'infra', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
const notSources = new Set(['node_modules', 'dist'])

/** Returns the user's directory; undefined for an account that is listed nowhere, such as a container's, without a HOME. */
export function findHome() {
  try {
    return homedir()
  } catch {
    return undefined
  }
}

/** Returns the directories that may hold bundles, the best first: in the checkout, and in the user's cache. */
export function bundleHomes(root) {
  const home = findHome()
  const cache = process.env.XDG_CACHE_HOME || (home && join(home, '.cache'))
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  return [join(root, 'infra/bundle/dist'), ...(cache ? [join(cache, 'signalpost', name)] : [])]
}

/**
 * Returns the program of the command line in a bundle. Passes by a bundle when a source or a file of its own has changed
 * since it was checked; `./signalpost` does the same in its own words.
 */
export function findBundle(root) {
  return bundleHomes(root)
    .map((home) => findIn(home, root))
    .find((program) => program !== undefined)
}

function findIn(home, root) {
  const current = join(home, 'current')
  if (!existsSync(current)) return undefined
  const directory = join(home, readFileSync(current, 'utf8').trim())
  const program = join(directory, 'cli.main.js')
  if (!existsSync(program)) return undefined
  const { mtimeNs: checkedAt, mtimeMs } = statSync(current, { bigint: true })
  // Since the clock was set back, no later change looks later.
  if (mtimeMs > BigInt(Date.now())) return undefined
  const paths = [...inputs.map((path) => join(root, path)), directory]
  return paths.some((path) => isNewer(path, checkedAt)) ? undefined : program
}

/** The time of a change of status cannot be set, unlike that of a file's content. */
function isNewer(path, checkedAt) {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined || stats.ctimeNs > checkedAt) return true
  if (!stats.isDirectory()) return false
  return readdirSync(path).some((name) => !notSources.has(name) && isNewer(join(path, name), checkedAt))
}
