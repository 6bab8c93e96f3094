import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// How the house is kept: small files in small folders, and indexes that one can read at a glance.

const root = join(import.meta.dirname, '..')
const maxFilesInFolder = 15
const maxLines = 400
const maxIndexLines = 60

/**
 * Migrations are numbered and forward only: their list is their order, and no reader looks for one by its folder. The
 * cases of isolation are a file for each door of the database.
 */
const unlimitedFolders = ['packages/database/src/migrations', 'packages/database/src/isolation/cases']

const extensions = ['*.ts', '*.tsx', '*.css', '*.mjs']
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...extensions], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)) && !file.includes('.generated.'))

const isTest = (file: string): boolean => file.endsWith('.test.ts')

function linesOf(file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
}

function longerThan(lines: number, chosen: readonly string[]): string[] {
  return chosen.filter((file) => linesOf(file) > lines)
}

test('the top level has what every checkout is expected to have', () => {
  const expected = [
    'apps',
    'infra',
    'package.json',
    'packages',
    'pnpm-workspace.yaml',
    'README.md',
    'test',
    'tsconfig.base.json',
  ]
  expect(expected.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

/** Commands about the database itself, or about an installation that they make. */
const aboutTheDatabase = [
  // The schema, and whether its store is there.
  ...['migrate/migrate', 'migrate/wait-for-store'],
  // Copies of the whole database.
  ...['backup/create', 'backup/restore', 'backup/end-restored-access'],
  // An installation of its own, with records from nowhere.
  ...['demo/demo', 'demo/demo-partner', 'demo/demo-work', 'demo/start-demo'],
  // A sender on this machine signs with the secret of its source.
  'event/send',
  // The first link, before anyone can log in at a console.
  'login/login',
  // The id of a workspace, which no one has asked of a store yet.
  'workspace/workspace',
]

/** Commands that work with `context.database`, beside those. */
const withTheDatabase = [
  // Of the installation, whatever login there is.
  ...['canary/canary', 'demo/remove', 'doctor/doctor', 'doctor/host-checks'],
  // What `--render` shows has the addresses of this installation.
  'rule/preview',
]

test('commands read through operations, and work with the database only where a list says why', () => {
  const commands = files.filter((file) => file.startsWith('apps/cli/src/commands/') && !isTest(file))
  const isWorking = (file: string): boolean => {
    const text = readFileSync(join(root, file), 'utf8')
    const imports = text.matchAll(/^import (?!type\b)\{([^}]*)\} from '@signalpost\/database/gm)
    const names = Array.from(imports).flatMap(([, imported = '']) => imported.split(','))
    const isImporting = names.some((name) => name.trim() !== '' && !name.trim().startsWith('type '))
    return isImporting || /\bcontext\.(?:database|pool)\b|[{,] *(?:database|pool) *[,}]/.test(text)
  }
  const named = commands
    .filter(isWorking)
    .map((file) => file.slice('apps/cli/src/commands/'.length, -'.ts'.length))
  expect(named.toSorted()).toEqual([...aboutTheDatabase, ...withTheDatabase].toSorted())
})

test('one engine serves the routes of all apps: they have no router, definitions or reader of bodies of their own', () => {
  const own =
    /\bfunction (?:createRouter|createRouteTable|findRoutes?|define(?:Stream|Live)?Route|defineWrite|read(?:Json)?Body)\b/
  const text = (file: string): string => readFileSync(join(root, file), 'utf8')
  const products = files.filter((file) => !isTest(file) && !file.includes('/test-support/'))
  expect(products.filter((file) => file.startsWith('apps/') && own.test(text(file)))).toEqual([])
  expect(products.filter((file) => text(file).includes('function createRouter'))).toEqual([
    'packages/rest/src/routes/create-router.ts',
  ])
})

test('what is below /v1 and /console/api is a route of the engine, with its scope or role', () => {
  const mounts =
    /\.(?:all|delete|get|head|patch|post|put|route|use)\(\s*['"`]\/(?:v1|console\/api)\b[^\n]*\n?\s*\w*/g
  const products = files.filter((file) => file.startsWith('apps/') && !isTest(file))
  const mounted = products
    .filter((file) => !file.includes('/test-support/') && !file.includes('/web/'))
    .flatMap((file) =>
      (readFileSync(join(root, file), 'utf8').match(mounts) ?? []).map((one) => one.replaceAll(/\s/g, '')),
    )
  expect(mounted.toSorted()).toEqual([".use('/console/api',createRouter", ".use('/v1',createRouter"])
})

test('no folder has more than 15 source files, not counting tests', () => {
  const sources = files.filter((file) => !isTest(file))
  const crowded = [...Map.groupBy(sources, dirname)]
    .filter(([folder, inside]) => inside.length > maxFilesInFolder && !unlimitedFolders.includes(folder))
    .map(([folder, inside]) => `${folder}: ${inside.length}`)
  expect(crowded).toEqual([])
})

test('no file has more than 400 lines', () => {
  expect(longerThan(maxLines, files)).toEqual([])
})

test('no index has more than 60 lines', () => {
  const indexes = files
    .filter((file) => basename(file) === 'index.ts' && !file.startsWith('test/'))
    .filter((file) => !unlimitedFolders.includes(dirname(file)))
  expect(longerThan(maxIndexLines, indexes)).toEqual([])
})
