import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const notShipped = /\.test\.ts$|\/test-support\/|^packages\/testing\/|^infra\/release\//

/** Programs that no source names. */
const programs = ['apps/cli/src/main.ts', 'infra/images/src/check-health.ts']

/** Matches a program or thread that another file starts by its path. */
export const startedFile = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g

/**
 * Returns the files that start as programs or threads of their own, relative to the root: the known programs, and
 * whatever a source names as `new URL('….ts', import.meta.url)`.
 */
export function findEntries(root: string): string[] {
  const replaced = findReplacements(root)
  const users = findPathUsers(root).filter((file) => !replaced.has(file))
  const started = users.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(startedFile)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  )
  return [...new Set([...programs, ...started])].toSorted()
}

/** Returns the files that find others by their own place, relative to the root. */
function findPathUsers(root: string): string[] {
  return listSources(root).filter(
    (file) =>
      file.endsWith('.ts') &&
      /^\w+\/[^/]+\/src\//.test(file) &&
      !file.endsWith('.bundled.ts') &&
      !file.startsWith('infra/bundle/') &&
      readFileSync(join(root, file), 'utf8').includes('import.meta.'),
  )
}

/** Returns the files, relative to the root, that a bundle has others for: `x.bundled.ts` for `x.ts`. */
export function findReplacements(root: string): Map<string, string> {
  const files = listSources(root).filter((file) => file.endsWith('.bundled.ts'))
  return new Map(files.map((file) => [file.replace(/\.bundled\.ts$/, '.ts'), file]))
}

/** Names the state of everything that a bundle is made of. */
export function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const file of [...listSources(root), 'package.json', 'pnpm-lock.yaml']) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Returns the files of the product, relative to the root. */
function listSources(root: string): string[] {
  const listed = ['apps', 'packages', 'infra'].flatMap((folder) => filesBelow(root, folder))
  return listed.filter((file) => !notShipped.test(file)).toSorted()
}

/** Goes past what is installed or made: to list it takes longer than all the rest. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return entry.isFile() ? [path] : []
    return entry.name === 'node_modules' || path === 'infra/bundle/dist' ? [] : filesBelow(root, path)
  })
}
