import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { compileCache } from '@signalpost/testing'
import { nodeOptionsOf } from '../../../../apps/cli/src/commands/service/memory-bounds.ts'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { cpuSecondsOf, residentBytesOf } from '../../measuring/process-use.ts'
import { medianOf } from '../../results/sample-statistics.ts'
import type { Stage } from '../../stage/stage.ts'

const root = join(import.meta.dirname, '../../../..')
const launcher = join(root, 'signalpost')
const programs = ['intake', 'worker', 'searcher', 'api', 'console'] as const
const calls = 5
// By then connections and memory of the demo are given back, and each process has collected, once and after a minute, what
// its start left behind: 100 ms, which is no rest.
const settleSeconds = 90
const restSeconds = 30
const megabyte = 1_000_000
const fromBundle = { SIGNALPOST_FROM_SOURCES: '' }
const fromSources = { SIGNALPOST_FROM_SOURCES: '1' }

export const starting = defineFigure({
  name: 'starting',
  title: 'How long a call and a start take, and what the product needs at rest',
  rounds: 3,
  comparisons: [
    ...(['--version', '--help'] as const).map((words) => ({
      ...{ title: `./signalpost ${words} / node -e 0`, metric: 's', of: words, to: 'node -e 0' },
      ...{ gate: { atMost: 4 }, goal: 2.5 },
    })),
    {
      ...{ title: './signalpost source list / node -e 0', metric: 's', of: 'source list', to: 'node -e 0' },
      ...{ gate: { atMost: 12 }, goal: 8 },
    },
    {
      ...{ title: 'second start to ready, bundle / sources', metric: 'start s', of: 'bundle', to: 'sources' },
      ...{ gate: { atMost: 0.5 }, goal: 0.3 },
    },
    ...programs.map((program) => ({
      title: `processor time of the ${program} to ready, bundle / sources`,
      ...{ metric: `${program} cpu s`, of: 'bundle', to: 'sources' },
      ...{ gate: { atMost: 0.35 }, goal: 0.25 },
    })),
    {
      title: 'everything at rest after the demo, MB',
      metric: 'MB',
      of: 'bundle',
      gate: { atMost: 750 },
      goal: 550,
    },
    {
      title: 'processor at rest, share of a core, %',
      metric: 'cpu %',
      of: 'bundle',
      gate: { atMost: 5 },
      goal: 3,
    },
  ],
  prepare: async (stage) => {
    const { databaseUrl, masterKey, source } = await prepareStore(await stage.startPostgres())
    const env = { DATABASE_URL: databaseUrl, SIGNALPOST_MASTER_KEY: masterKey }
    const list = ['source', 'list', '--workspace', source.orgId]
    const call = (name: string, command: string, words: string[]): Variant => ({
      name,
      measure: async () => ({
        s: medianOf(Array.from({ length: calls }, () => timeCall(command, words, env))),
      }),
    })
    return [
      call('node -e 0', process.execPath, ['-e', '0']),
      call('--version', launcher, ['--version']),
      call('--help', launcher, ['--help']),
      call('source list', launcher, list),
      { name: 'bundle', measure: startOf(stage, fromBundle, env) },
      { name: 'sources', measure: startOf(stage, fromSources, env) },
    ]
  },
})

function timeCall(command: string, words: readonly string[], env: Record<string, string>): number {
  const startedMs = performance.now()
  execFileSync(command, words, { env: { ...process.env, ...env }, stdio: 'ignore' })
  return (performance.now() - startedMs) / 1_000
}

/** Starts each process alone, then everything a second time on a data directory of its own. */
function startOf(
  stage: Stage,
  from: Record<string, string>,
  store: Record<string, string>,
): () => Promise<Reading> {
  const directory = stage.createDirectory()
  const guard = guardDirectory(directory)
  stage.onEnd(() => guard.release())
  const dataDir = join(directory, 'data')
  return async () => {
    const reading: Reading = {}
    for (const program of programs) reading[`${program} cpu s`] = await processorTimeOf(program, from, store)
    const env = { ...process.env, ...compileCache, ...from, ...anyPorts, SIGNALPOST_DATA_DIR: dataDir }
    await stop(await start(env))
    const startedMs = performance.now()
    const product = await start(env)
    reading['start s'] = (performance.now() - startedMs) / 1_000
    if (from === fromSources) {
      await stop(product)
      return reading
    }
    execFileSync(launcher, ['demo'], { env, stdio: 'ignore' })
    await sleep(stage.scaled(settleSeconds, 2) * 1_000)
    const before = familyOf(product.pid ?? 0)
    const spentBefore = secondsOf(before)
    const seconds = stage.scaled(restSeconds, 3)
    await sleep(seconds * 1_000)
    const family = familyOf(product.pid ?? 0)
    reading.MB = family.reduce((sum, pid) => sum + heldBytesOf(pid), 0) / megabyte
    reading['cpu %'] = ((secondsOf(family) - spentBefore) / seconds) * 100
    await stop(product)
    return reading
  }
}

const anyPorts = Object.fromEntries(
  programs.map((program) => [`SIGNALPOST_${program.toUpperCase()}_PORT`, '0']),
)

async function processorTimeOf(
  program: (typeof programs)[number],
  { SIGNALPOST_FROM_SOURCES: isFromSources }: Record<string, string>,
  store: Record<string, string>,
): Promise<number> {
  const bundle = process.env.SIGNALPOST_TEST_BUNDLE ?? ''
  // From sources without options, it takes what it took before there were bundles.
  const words = isFromSources
    ? [join(root, 'apps', program, 'src/main.ts')]
    : [...nodeOptionsOf(program, process.env), join(bundle, `${program}.main.js`)]
  const env = { ...process.env, ...compileCache, ...store, ...anyPorts, SIGNALPOST_HOST: '127.0.0.1' }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  await once(child, 'message')
  const seconds = cpuSecondsOf(child.pid ?? 0)
  await stop(child)
  return seconds
}

async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const product = spawn(launcher, ['start'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  for await (const text of product.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(text)
    if (/\/v1\/results\/.*\n\n$/.test(printed)) break
  }
  product.stdout.resume()
  return product
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The process and all below it, whatever their sessions. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }))
  const below = (one: number): number[] => [
    one,
    ...parents.filter(({ parent }) => parent === one).flatMap((child) => below(child.pid)),
  ]
  return below(pid)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(join('/proc', pid, 'stat'), 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // It ended meanwhile.
    return undefined
  }
}

function secondsOf(pids: readonly number[]): number {
  return pids.map(cpuSecondsOf).reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), 0)
}

/** Resident memory. PostgreSQL's processes share most of theirs, so of each its part counts. */
function heldBytesOf(pid: number): number {
  try {
    if (readFileSync(join('/proc', String(pid), 'comm'), 'utf8').trim() !== 'postgres')
      return residentBytesOf(pid)
    const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(
      readFileSync(join('/proc', String(pid), 'smaps_rollup'), 'utf8'),
    )?.[1]
    return Number(kibibytes) * 1024
  } catch {
    // It ended meanwhile.
    return 0
  }
}
