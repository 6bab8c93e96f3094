import { createServer } from 'node:net'
import { collectStartGarbage, pause, StartError } from '@signalpost/runtime'
import { type ProcessName, stopAtOnce, stopInOrder } from './stop-in-order.ts'
import { foreignDatabase, type SupervisedDatabase, superviseDatabase } from './supervise-database.ts'
import {
  ProcessFailure,
  type ProcessOptions,
  type SupervisedProcess,
  superviseProcess,
} from './supervise-process.ts'
import { watchForStop } from './watch-for-stop.ts'

const pollMs = 100

type Address = { host: string; port: number }

/** Waits at most `limitMs` until nothing listens on the port. Returns whether it is free. */
async function waitForFreePort(
  address: Address,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<boolean> {
  const deadline = performance.now() + limitMs
  for (;;) {
    if (!(await isTaken(address))) return true
    if (signal.aborted || performance.now() >= deadline) return false
    await pause(pollMs, signal)
  }
}

/** Whether the port is in use. The process itself reports any other reason. */
function isTaken(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    probe.listen(address, () => probe.close(() => resolve(false)))
  })
}

export type ProcessPlan = Pick<
  ProcessOptions,
  'entry' | 'nodeOptions' | 'port' | 'portVariable' | 'heartbeatMs'
>
export type Ports = Record<ProcessName, number>

export type SupervisorOptions = {
  /** Absolute. Contains the embedded database, if that is used. */
  dataDir: string
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
  host: string
  /** How long each process continues to serve after it is asked to stop. */
  drainMs: number
  /** The environment of the processes. */
  environment: Record<string, string | undefined>
  processes: Record<ProcessName, ProcessPlan>
  /** Migrates, and creates what a first start needs. Runs before all processes. */
  prepare: (databaseUrl: string) => Promise<void>
  /** Returns the lines to print once everything is ready. */
  describe: (ports: Ports) => Promise<string[]>
  print: (line: string) => void
  /** Receives a line for people about each event of the processes. */
  note: (line: string) => void
}

// The processes of a killed owner end by themselves, at the latest after their drain and their grace period.
const portLimitMs = 35_000

/**
 * Runs the product until it is asked to stop: the database, the preparation, then the processes, each restarted when it
 * dies. Returns the exit code: 0 stopped as asked, 1 if asked twice or if a process aborted its work, or that of a
 * process that refused to start. Nothing that it started outlives it, unless it is killed. In that case the processes
 * end by themselves, and the next start adopts the database.
 *
 * @throws EmbeddedPostgresError if the database cannot start, StartError if a port is taken, and what `prepare` and
 * `describe` throw
 */
export async function runSupervisor(options: SupervisorOptions): Promise<number> {
  const watch = watchForStop()
  const stopping = new AbortController()
  const processes = new Map<ProcessName, SupervisedProcess>()
  const killAll = () => {
    for (const child of processes.values()) child.kill()
  }
  process.once('exit', killAll)

  const database = openDatabase(options, processes)
  try {
    const run = runUntilFailure(options, { database, processes, signal: stopping.signal })
    const failure = await Promise.race([run, watch.asked.then(() => undefined)])
    stopping.abort()
    const inOrder = stopInOrder({ processes, database, drainMs: options.drainMs })
    const ended = await Promise.race([inOrder, watch.askedAgain.then(() => 'asked again' as const)])
    if (ended === 'asked again') await stopAtOnce({ processes, database })
    return exitCodeOf(failure, ended === true)
  } finally {
    process.removeListener('exit', killAll)
    watch.dismiss()
  }
}

function openDatabase(
  { dataDir, databaseUrl, note }: SupervisorOptions,
  processes: Map<ProcessName, SupervisedProcess>,
): Promise<SupervisedDatabase> {
  if (databaseUrl !== undefined) return Promise.resolve(foreignDatabase(databaseUrl))
  const onMoved = () => {
    for (const child of processes.values()) child.restart()
  }
  return superviseDatabase({ dataDir, note, onMoved })
}

type Started = {
  database: Promise<SupervisedDatabase>
  processes: Map<ProcessName, SupervisedProcess>
  signal: AbortSignal
}

async function runUntilFailure(options: SupervisorOptions, started: Started): Promise<{ cause: unknown }> {
  try {
    const { ended, ...database } = await started.database
    await Promise.race([ended, bringUp(options, { ...started, database })])
    await ended
    return { cause: new Error('The database stopped while the product runs.') }
  } catch (cause) {
    return { cause }
  }
}

async function bringUp(
  options: SupervisorOptions,
  {
    database,
    processes,
    signal,
  }: Omit<Started, 'database'> & { database: { url: string; adopted: boolean } },
): Promise<void> {
  const plans = Object.entries(options.processes) as [ProcessName, ProcessPlan][] // the cast: a Record's own keys
  for (const [, { port, portVariable }] of plans) {
    const limitMs = database.adopted ? options.drainMs + portLimitMs : 0
    const isFree = await waitForFreePort({ host: options.host, port }, { limitMs, signal })
    if (signal.aborted) return
    if (!isFree) throw new StartError(`port ${port} on ${options.host} is taken; set ${portVariable}`)
  }
  await options.prepare(database.url)
  if (signal.aborted) return

  let environment = options.environment
  const ports: Partial<Ports> = {}
  for (const phase of phasesOf(plans)) {
    const started = phase.map(async ([name, plan]) => {
      const child = superviseProcess({ name, ...plan, environment, note: options.note })
      processes.set(name, child)
      return { name, portVariable: plan.portVariable, port: await child.ready }
    })
    for (const { name, portVariable, port } of await Promise.all(started)) {
      ports[name] = port
      environment = { ...environment, [portVariable]: String(port) }
    }
    if (signal.aborted) return
  }
  // The cast: there is a process for each name.
  for (const line of await options.describe(ports as Ports)) options.print(line)
  collectStartGarbage()
}

type Plans = readonly [ProcessName, ProcessPlan][]

/** All processes start at once, unless they take any port: then the others wait for the ports that they show or use. */
function phasesOf(plans: Plans): readonly Plans[] {
  if (plans.every(([, { port }]) => port > 0)) return [plans]
  const isFirst = ([name]: Plans[number]): boolean => name === 'intake' || name === 'api'
  return [plans.filter(isFirst), plans.filter((plan) => !isFirst(plan))]
}

function exitCodeOf(failure: { cause: unknown } | undefined, endedWell: boolean): number {
  if (failure?.cause instanceof ProcessFailure) return failure.cause.exitCode
  if (failure !== undefined) throw failure.cause
  return endedWell ? 0 : 1
}
