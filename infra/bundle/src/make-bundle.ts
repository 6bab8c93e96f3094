import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build, type Plugin, transform } from 'esbuild'
import { createReferenceLoader } from '../../../apps/api/src/openapi/reference/load-reference.ts'
import { bundlePages } from '../../../apps/console/src/server/build/bundle-pages.ts'
import { createDoors } from './bypass-doors.ts'
import { nameOf, refuseLateLibraries, rewritePaths } from './rewrite-paths.ts'
import { findEntries, findReplacements } from './sources.ts'

const describer = 'apps/cli/src/commands/describe-commands.ts'

/** Packages with native code or files of their own: they stay where they are installed. */
const external = ['@duckdb/node-api', 'esbuild', 'msgpackr-extract', 'pg-native']

/**
 * Bundles the product into a directory: its programs and threads as split ES modules with source maps, the files that
 * they read, the console's pages, the script of the API reference, and descriptions of all commands. `project` is an
 * expression for the URL of the directory that holds the default data directory, in terms of `import.meta.url`.
 */
export async function makeBundle({ root, directory, project }: Goal): Promise<void> {
  const resources = new Set<string>()
  const entries = [describer, ...findEntries(root)]
  const options = optionsFor({ root, directory, project }, resources)
  const makeGroup = (group: readonly string[]): Promise<unknown> =>
    build({ ...options, entryPoints: Object.fromEntries(group.map((entry) => [nameOf(entry), entry])) })
  // Each command loads by itself, so the bundler cuts what commands share into chunks of a few lines. Programs that
  // serve would load hundreds of them, so they have chunks of their own.
  const { commandLine = [], others = [] } = Object.groupBy(entries, (entry) =>
    entry.startsWith('apps/cli/') ? 'commandLine' : 'others',
  )
  const loadReference = createReferenceLoader()
  await Promise.all([
    loadReference().then((script) => writeFile(join(directory, 'reference.js.gz'), script)),
    makeGroup(commandLine).then(() => describeCommands(directory)),
    makeGroup(others),
    bundlePages(join(directory, 'pages')),
  ])
  for (const resource of resources) {
    await mkdir(dirname(join(directory, 'resources', resource)), { recursive: true })
    await cp(join(root, resource), join(directory, 'resources', resource), { recursive: true })
  }
}

type Goal = { root: string; directory: string; project: string }

function optionsFor({ root, directory, project }: Goal, resources: Set<string>): BuildOptions {
  return {
    absWorkingDir: root,
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    external,
    plugins: [replaceFiles(root), rewriteSources(root, resources), http, unused, named],
    // CommonJS packages call `require` for what Node itself has.
    banner: {
      js: [
        "import { createRequire as createSignalpostRequire } from 'node:module'",
        'const require = createSignalpostRequire(import.meta.url)',
        `const signalpostProject = ${project}`,
      ].join('\n'),
    },
    logLevel: 'silent',
  }
}

function replaceFiles(root: string): Plugin {
  const replacements = findReplacements(root)
  return {
    name: 'replace files',
    setup: (build) => {
      build.onResolve({ filter: endingOf([...replacements.keys()]) }, ({ path, resolveDir, kind }) => {
        if (kind === 'entry-point') return undefined
        const replacement = replacements.get(relative(root, join(resolveDir, path)))
        return replacement === undefined ? undefined : { path: join(root, replacement) }
      })
    },
  }
}

/**
 * Parts of packages that nothing uses, and that every process would read and hold in memory: the languages of zod's
 * messages, Express's readers of bodies with all their character sets (ours bounds bytes and time), and types of files
 * that no answer has.
 */
const unused = {
  name: 'leave out what nothing uses',
  setup: (build) => {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
    build.onLoad({ filter: /\/body-parser\/index\.js$/ }, () => ({ contents: 'module.exports = {}' }))
    build.onLoad({ filter: /\/mime-db\/db\.json$/ }, async ({ path }) => {
      const types = Object.entries(JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>)
      const answered = types.filter(([type]) => answeredTypes.test(type))
      return { contents: JSON.stringify(Object.fromEntries(answered)), loader: 'json' }
    })
  },
} satisfies Plugin

const answeredTypes =
  /^(?:text\/.*|application\/(?:json|javascript|octet-stream|x-www-form-urlencoded)|image\/(?:png|svg\+xml))$/

/**
 * An import of `node:http` reads all its exports, and one of them loads an HTTP client: 14 ms and 4 MB in every process.
 * So its exports that are plain values are taken from it one by one. Others cannot be imported by name.
 */
const http = {
  name: 'take from node:http what it has loaded',
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'node', sideEffects: false } : undefined,
    )
    build.onLoad({ filter: /^/, namespace: 'node' }, () => {
      const exports = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')))
      const values = exports.filter(([, property]) => 'value' in property).map(([key]) => key)
      return {
        contents: `
          const http = process.getBuiltinModule('node:http')
          export const { ${values.join(', ')} } = http
          export default http`,
      }
    })
  },
} satisfies Plugin

/** The authorization server finds settings and what it stored by the names of its classes, which minifying drops. */
const named = {
  name: 'keep the names of classes',
  setup: (build) => {
    build.onLoad({ filter: /\/oidc-provider\/lib\/.*\.js$/ }, async ({ path }) => ({
      contents: (await transform(await readFile(path, 'utf8'), { keepNames: true, target: 'node24' })).code,
    }))
  },
} satisfies Plugin

/** Rewrites how our sources find files and each other. */
function rewriteSources(root: string, resources: Set<string>): Plugin {
  const doors = createDoors(createFindDoor(root))
  // Both groups have most files.
  const known = new Map<string, string>()
  const rewrite = (path: string): string => {
    const original = readFileSync(path, 'utf8')
    refuseLateLibraries(original, { file: relative(root, path), external })
    const source = doors.bypass(original, path)
    if (path.endsWith('.bundled.ts') || !source.includes('import.meta.')) return source
    const rewritten = rewritePaths(source, relative(root, path))
    for (const resource of rewritten.resources) resources.add(resource)
    return rewritten.text
  }
  return {
    name: 'rewrite sources',
    setup: (build) => {
      build.onLoad({ filter: /\/(?:apps|packages|infra)\/[\w-]+\/src\/.*\.ts$/ }, ({ path }) => {
        const contents = known.get(path) ?? rewrite(path)
        known.set(path, contents)
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** Finds the file of `@signalpost/name` or `@signalpost/name/door` by the package's exports. */
function createFindDoor(root: string): (specifier: string) => string | undefined {
  const directories = new Map(
    globSync('{packages,infra}/*/package.json', { cwd: root }).map((file) => {
      const { name, exports } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string
        exports?: Exports
      }
      return [name, { directory: join(root, dirname(file)), exports }]
    }),
  )
  return (specifier) => {
    const [, name = '', door = ''] = /^(@signalpost\/[\w-]+)(\/.*)?$/.exec(specifier) ?? []
    const found = directories.get(name)
    if (found?.exports === undefined) return undefined
    const { directory, exports } = found
    if (typeof exports === 'string') return door === '' ? join(directory, exports) : undefined
    const target = exports[`.${door}`] ?? exports['./*']?.replace('*', door.slice(1))
    return target === undefined ? undefined : join(directory, target)
  }
}

type Exports = string | Record<string, string>

/** A filter that lets few files through: each costs a message to the bundler and back. */
function endingOf(files: readonly string[]): RegExp {
  const names = files.map((file) => basename(file).replaceAll('.', '\\.'))
  return new RegExp(`/(?:${names.join('|')})$`)
}

/** In a process of its own, as the bundle will run. */
async function describeCommands(directory: string): Promise<void> {
  const url = pathToFileURL(join(directory, `${nameOf(describer)}.js`)).href
  const script = `
    const { describeCommands } = await import(${JSON.stringify(url)})
    process.stdout.write(JSON.stringify(await describeCommands()))`
  const described = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const { stdout } = await described.catch((error: Error & { stderr?: string }) => {
    throw new Error(messageIn(error.stderr ?? '') ?? error.message, { cause: error })
  })
  await writeFile(join(directory, 'commands.json'), stdout)
}

/** The message of the error by which a program ended: what Node prints around it, a line of the bundle and its version, says nothing. */
export function messageIn(stderr: string): string | undefined {
  return /^(?:Uncaught )?\w*Error(?: \[\w+\])?: .*$/m.exec(stderr)?.[0]
}
