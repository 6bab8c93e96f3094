import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const folders = '{apps,packages,infra}/*'
const notShipped = [
  '**/node_modules/**',
  '**/*.test.ts',
  '**/test-support/**',
  'packages/testing/**',
  'infra/release/**',
  'infra/bundle/dist/**',
]

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
  return globSync(`${folders}/src/**/*.ts`, {
    cwd: root,
    exclude: [...notShipped, '**/*.bundled.ts', 'infra/bundle/**'],
  }).filter((file) => readFileSync(join(root, file), 'utf8').includes('import.meta.'))
}

/** Returns the files, relative to the root, that a bundle has others for: `x.bundled.ts` for `x.ts`. */
export function findReplacements(root: string): Map<string, string> {
  const files = globSync(`${folders}/src/**/*.bundled.ts`, { cwd: root, exclude: notShipped })
  return new Map(files.map((file) => [file.replace(/\.bundled\.ts$/, '.ts'), file]))
}

/** Names the state of everything that a bundle is made of. */
export function hashSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync([`${folders}/**/*.*`, 'package.json', 'pnpm-lock.yaml'], {
    cwd: root,
    exclude: notShipped,
    withFileTypes: true,
  })
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, basename(file.name)))
  for (const path of paths.toSorted()) {
    const content = readFileSync(path)
    hash.update(`${path.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}
