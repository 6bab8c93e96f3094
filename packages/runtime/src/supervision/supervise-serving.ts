import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ProcessContext, Running } from '../lifecycle/running.ts'
import { createFamilyMetrics } from './family-metrics.ts'
import { heapShareOption } from './heap-share.ts'
import { keepServing, type ServingEnd, type ServingPlace } from './keep-serving.ts'

/** A port that several processes serve. */
export type SharedPort = {
  /** How many; at least 2. */
  processes: number
  host: string
  /** 0 takes any free port. */
  port: number
  /** The environment variable that sets the port. */
  portVariable: string
}

/** Exit codes of a process that refuses to start, and that has written why. */
const refusals = [1, 2]

/**
 * Runs several processes of this program that serve one port, and serves nothing itself: it holds the socket on which
 * they accept connections, replaces a process that ends, and adds up the metrics of all.
 *
 * The first process opens the port. The others are forked once it is ready, so a fault that keeps every process from
 * starting is reported once; and each of them takes connections only when it is ready too. A process that refuses to
 * start ends the program with its exit code, unless all were ready once and another still serves.
 */
export async function superviseServing(
  { processes, host, port: wantedPort, portVariable }: SharedPort,
  { logger, registry, draining, onCutOff }: ProcessContext,
): Promise<Running> {
  const opened = new Set<Worker>()
  const ready = new Set<Worker>()
  const places: ServingPlace[] = []
  const metrics = createFamilyMetrics(registry)
  const countReplaced = createProcessMetrics(registry, () => ready.size)
  const stopped = Promise.withResolvers<false>()
  let wereAllReady = false
  let stopping: Promise<boolean> | undefined

  const stopPlaces = async (): Promise<boolean> => {
    const ends = await Promise.all(places.map((place) => place.stop()))
    return ends.every(Boolean)
  }
  const stop = (): Promise<boolean> => {
    stopping ??= stopPlaces()
    stopped.resolve(false)
    return stopping
  }
  const forget = (child: Worker): void => {
    opened.delete(child)
    ready.delete(child)
    metrics.retire(child)
  }
  const isRefusal = ({ code, wasReady }: ServingEnd): boolean =>
    !wasReady && code !== null && refusals.includes(code) && !(wereAllReady && ready.size > 0)

  const port = wantedPort === 0 ? await findFreePort(host) : wantedPort
  const open = (): ServingPlace => {
    const place = keepServing({
      logger,
      env: { [portVariable]: String(port) },
      nextRole: () => (opened.size === 0 ? 'opens' : 'joins'),
      onFork: metrics.add,
      onOpen: (child) => opened.add(child),
      onReady: (child) => ready.add(child),
      onEnd: (child, end) => {
        forget(child)
        if (isRefusal(end)) {
          void stopPlaces().finally(() => process.exit(end.code))
          return false
        }
        countReplaced()
        return true
      },
      onGone: forget,
    })
    places.push(place)
    return place
  }

  // The processes accept themselves, which costs less than handing connections over: docs/decisions/0050.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...heapShareOption(processes)] })
  process.once('exit', () => {
    for (const place of places) place.kill()
  })
  // The processes drain, and this one waits for them.
  draining?.addEventListener('abort', () => void stop())
  const startAll = async (first: ServingPlace): Promise<true> => {
    await first.ready
    await Promise.all(Array.from({ length: processes - 1 }, () => open().ready))
    wereAllReady = true
    return true
  }
  const first = open()
  await Promise.race([first.open, stopped.promise])
  return {
    port,
    started: Promise.race([startAll(first), stopped.promise]),
    stop: async () => {
      if (!(await stop())) onCutOff?.('serving processes')
    },
  }
}

function createProcessMetrics(registry: Registry, countReady: () => number): () => void {
  const registers = [registry]
  new Gauge({
    name: 'signalpost_serving_processes',
    help: 'Processes that serve the port together and are ready.',
    registers,
    collect() {
      this.set(countReady())
    },
  })
  const replaced = new Counter({
    name: 'signalpost_processes_replaced_total',
    help: 'Processes that ended unasked and were replaced.',
    registers,
  })
  return () => replaced.inc()
}

/**
 * Chooses any port once, since a replacement must come back on it. Returns 0 where it cannot listen, so that the first
 * process reports why.
 */
async function findFreePort(host: string): Promise<number> {
  const probe = createServer().listen({ host, port: 0 })
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isListening) return 0
  const { port } = probe.address() as AddressInfo // the cast: it listens on a port
  probe.close()
  await once(probe, 'close')
  return port
}
