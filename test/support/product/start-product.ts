import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anyPorts, compileCache, findLastingPort } from '@signalpost/testing'
import { createProductProcess, type ProcessKind, type ProductProcess } from './product-process.ts'

export type Product = {
  processes: ProductProcess[]
  intakes: ProductProcess[]
  workers: ProductProcess[]
  apis: ProductProcess[]
  consoles: ProductProcess[]
  /** Returns the base URLs of the intakes that are ready. */
  intakeUrls: () => string[]
  /** Starts one more process, optionally from another copy of the product. */
  addProcess: (kind: ProcessKind, from?: { root?: string }) => Promise<ProductProcess>
  /** Stops a process permanently; throws if it does not exit cleanly. */
  removeProcess: (one: ProductProcess) => Promise<void>
  whenReady: () => Promise<void>
  /** Returns `<name>: <how it ended>` for each process that exited by itself. */
  collapses: () => string[]
  /** Returns the log of a process so far. */
  logOf: (name: string) => string
  /** Kills every process and removes the logs. */
  stop: () => Promise<void>
}

export type ProductOptions = {
  databaseUrl: string
  /** Undefined keeps the jobs in PostgreSQL. */
  redisUrl?: string | undefined
  /** 32 bytes in base64. */
  masterKey: string
  counts: Partial<Record<ProcessKind, number>>
  env?: Record<string, string>
  /** The root of another copy of the product. */
  root?: string | undefined
  /** Whether its processes take commands and count their requests, at a small cost. */
  isInstrumented?: boolean
}

/** Starts the product's processes one by one, like an operator, on migrated stores. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const logDirectory = mkdtempSync(join(tmpdir(), 'signalpost-product-'))
  const logPathOf = (name: string): string => join(logDirectory, `${name}.log`)
  const processes: ProductProcess[] = []
  const ofKind = (kind: ProcessKind): ProductProcess[] => processes.filter((one) => one.kind === kind)

  let intakePort: string | undefined
  const create = async (kind: ProcessKind, root = options.root): Promise<ProductProcess> => {
    const name = `${kind}-${ofKind(kind).length + 1}`
    const env = await environmentOf(options, kind)
    if (kind === 'intake') intakePort ??= env.SIGNALPOST_INTAKE_PORT
    // A searcher delivers to the first intake.
    if (kind === 'searcher') env.SIGNALPOST_INTAKE_URL ??= `http://127.0.0.1:${intakePort}`
    const created = createProductProcess({
      ...{ name, kind, root, env },
      logPath: logPathOf(name),
      isInstrumented: options.isInstrumented,
    })
    processes.push(created)
    return created
  }
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.stop('SIGKILL')))
    rmSync(logDirectory, { recursive: true, force: true })
  }

  try {
    for (const kind of ['intake', 'worker', 'searcher', 'api', 'console'] as const) {
      for (let count = 0; count < (options.counts[kind] ?? 0); count += 1) await create(kind)
    }
    await Promise.all(processes.map((one) => one.start()))
  } catch (cause) {
    const logs = processes.map((one) => readFileSync(logPathOf(one.name), 'utf8').slice(-2_000))
    await stop()
    throw new Error(`The product does not start:\n${logs.join('\n')}`, { cause })
  }
  return {
    processes,
    get intakes() {
      return ofKind('intake')
    },
    get workers() {
      return ofKind('worker')
    },
    get apis() {
      return ofKind('api')
    },
    get consoles() {
      return ofKind('console')
    },
    intakeUrls: () =>
      ofKind('intake').flatMap((one) => (one.isReady() ? [`http://127.0.0.1:${one.port()}`] : [])),
    addProcess: async (kind, { root } = {}) => {
      const added = await create(kind, root)
      await added.start()
      return added
    },
    removeProcess: async (one) => {
      processes.splice(processes.indexOf(one), 1)
      const { code, signal } = await one.stop()
      const collapses = one.collapses().length
      if (code !== 0 || collapses > 0) {
        throw new Error(`${one.name} collapsed ${collapses} times and ended with ${code ?? signal}.`)
      }
    },
    whenReady: async () => {
      await Promise.all(processes.map((one) => one.whenReady()))
    },
    collapses: () =>
      processes.flatMap((one) =>
        one.collapses().map(({ code, signal }) => `${one.name}: ${code ?? signal ?? 'ended'}`),
      ),
    logOf: (name) => readFileSync(logPathOf(name), 'utf8'),
    stop,
  }
}

async function environmentOf(options: ProductOptions, kind: ProcessKind): Promise<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    ...compileCache,
    DATABASE_URL: options.databaseUrl,
    ...(options.redisUrl !== undefined && { REDIS_URL: options.redisUrl }),
    SIGNALPOST_MASTER_KEY: options.masterKey,
    SIGNALPOST_HOST: '127.0.0.1',
    ...anyPorts,
    // An intake and an API return on the port that their clients know.
    ...(kind === 'intake' && { SIGNALPOST_INTAKE_PORT: String(await findLastingPort()) }),
    ...(kind === 'api' && { SIGNALPOST_API_PORT: String(await findLastingPort()) }),
    ...options.env,
  }
}
