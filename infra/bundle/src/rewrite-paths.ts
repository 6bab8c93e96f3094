import { dirname, join } from 'node:path'
import { startedFile } from './sources.ts'

const resourceUrl = /new URL\(\s*(?:'([^']+)'|`([^`$]+)\$\{[^`]*`),\s*import\.meta\.url,?\s*\)/
const packagesFrom = /createRequire\(import\.meta\.url\)/
const anyPlace = new RegExp(
  `${startedFile.source}|${resourceUrl.source}|${packagesFrom.source}|import\\.meta\\.\\w+`,
  'g',
)

export type Rewritten = {
  text: string
  /** Files and directories that it reads, relative to the root. */
  resources: string[]
}

/**
 * Rewrites how a source finds other files: programs and threads become their files in the bundle, resources their copies
 * below `resources/`. Throws for a way that it cannot follow.
 */
export function rewritePaths(source: string, file: string): Rewritten {
  const resources: string[] = []
  const text = source.replace(anyPlace, (found: string, entry?: string, plain?: string, start?: string) => {
    if (entry !== undefined) return `new URL('./${nameOf(join(dirname(file), entry))}.js', import.meta.url)`
    const path = plain ?? start
    if (path !== undefined) {
      const resource = join(dirname(file), path)
      resources.push(resource)
      const copy = found.replace(
        path,
        `resources/${resource}${path.endsWith('/') ? '/' : ''}`.replace('//', '/'),
      )
      return copy
    }
    if (found.startsWith('createRequire')) return found
    throw new Error(`${file}: a bundle cannot follow ${found}; write new URL('…', import.meta.url)`)
  })
  return { text, resources }
}

/** The name of an entry's file in the bundle, without its ending. */
export function nameOf(entry: string): string {
  return entry
    .replace(/^(?:apps|packages|infra)\//, '')
    .replace('/src/', '/')
    .replaceAll('/', '.')
    .replace(/\.ts$/, '')
}

/**
 * Of a CommonJS package that is imported late, the bundler gives the default export alone, with no name of it. A file that
 * exports the names can be imported late.
 */
export function refuseLateLibraries(
  source: string,
  { file, external }: { file: string; external: readonly string[] },
): void {
  for (const [, name = ''] of source.matchAll(/\bawait import\('([^.'][^']*)'\)/g)) {
    if (name.startsWith('@signalpost/') || external.includes(name)) continue
    throw new Error(`${file}: a bundle cannot import ${name} late; import a file that exports from it`)
  }
}
