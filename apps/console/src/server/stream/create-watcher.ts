import type { Database } from '@signalpost/database'
import { type Pulse, readPulse, type Topic, topics } from '@signalpost/database/overview'
import type { Logger } from '@signalpost/runtime'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What listeners get: the topics that moved, or that the store could not be asked. */
export type Movement = { moved: Topic[] } | { blindSince: number }

export type Watcher = {
  /** Calls back until the returned function is called. */
  watch: (orgId: string, listener: (movement: Movement) => void) => () => void
  /** Aborted when the process stops. */
  readonly closing: AbortSignal
  close: () => void
}

const leastPauseMs = 1_000
const mostPauseMs = 5_000
/** So watching a workspace takes a fiftieth of the time, unless a look takes more than a tenth of a second. */
const pausesALook = 49

type Watched = { listeners: Set<(movement: Movement) => void>; stop: () => void; last: Movement | undefined }

type Options = { database: Database; logger: Logger; registry: Registry }

/**
 * Asks the store once a second for each workspace that is open in a browser, whatever the number of tabs; less often while
 * its answers take long.
 */
export function createWatcher({ database, logger, registry }: Options): Watcher {
  const workspaces = new Map<string, Watched>()
  const closing = new AbortController()
  const streams = new Gauge({
    name: 'signalpost_console_streams',
    help: 'Open event streams of browsers.',
    registers: [registry],
  })
  const polls = new Counter({
    name: 'signalpost_console_polls_total',
    help: 'Questions to the store about what moved: one a second at most for each workspace that is open in a browser.',
    registers: [registry],
  })

  const begin = (orgId: string): Watched => {
    const watched: Watched = { listeners: new Set(), stop: () => undefined, last: undefined }
    const tell = (movement: Movement): void => {
      watched.last = movement
      for (const listener of watched.listeners) listener(movement)
    }
    const ask = (): Promise<Pulse> => {
      polls.inc()
      return readPulse(database, { orgId })
    }
    watched.stop = poll({ ask, logger, orgId, tell })
    workspaces.set(orgId, watched)
    return watched
  }

  return {
    watch: (orgId, listener) => {
      const watched = workspaces.get(orgId) ?? begin(orgId)
      watched.listeners.add(listener)
      streams.inc()
      if (watched.last !== undefined && 'blindSince' in watched.last) listener(watched.last)
      return () => {
        if (watched.listeners.delete(listener)) streams.dec()
        if (watched.listeners.size > 0) return
        watched.stop()
        workspaces.delete(orgId)
      }
    },
    closing: closing.signal,
    close: () => {
      closing.abort()
      for (const { stop } of workspaces.values()) stop()
      workspaces.clear()
    },
  }
}

type Polling = {
  ask: () => Promise<Pulse>
  logger: Logger
  orgId: string
  tell: (movement: Movement) => void
}

function poll({ ask, logger, orgId, tell }: Polling): () => void {
  let last: Pulse | undefined
  let blindSince: number | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const pauseAfter = createPauses()

  const look = async (): Promise<void> => {
    let pauseMs = leastPauseMs
    try {
      const begunMs = performance.now()
      const pulse = await ask()
      pauseMs = pauseAfter(performance.now() - begunMs)
      const moved = blindSince === undefined ? movedBetween(last, pulse) : topics
      if ((moved.length > 0 && last !== undefined) || blindSince !== undefined) tell({ moved })
      last = pulse
      blindSince = undefined
    } catch (error) {
      if (blindSince === undefined) logger.warn({ err: error, orgId }, 'stream.blind')
      blindSince ??= Date.now()
      if (!isStopped) tell({ blindSince })
    }
    if (!isStopped) timer = setTimeout(() => void look(), pauseMs)
  }
  void look()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * Returns how long to wait after a look that took this long: 49 times as long, from 1 to 5 s. One slow look, such as the
 * first on a connection, says nothing of the load, so the quicker of the last two counts.
 */
export function createPauses(): (lookMs: number) => number {
  let lastMs = 0
  return (lookMs) => {
    const pauseMs = pausesALook * Math.min(lookMs, lastMs)
    lastMs = lookMs
    return Math.min(Math.max(pauseMs, leastPauseMs), mostPauseMs)
  }
}

function movedBetween(before: Pulse | undefined, after: Pulse): Topic[] {
  return topics.filter((topic) => before?.[topic] !== after[topic])
}
