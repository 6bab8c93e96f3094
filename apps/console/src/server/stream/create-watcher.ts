import type { Database } from '@signalpost/database'
import { type Pulse, readPulse, type Topic, topics } from '@signalpost/database/overview'
import type { Logger } from '@signalpost/runtime'

/** What listeners get: the topics that moved, or that the store could not be asked. */
export type Movement = { moved: Topic[] } | { blindSince: number }

export type Watcher = {
  /** Calls back until the returned function is called. */
  watch: (orgId: string, listener: (movement: Movement) => void) => () => void
  /** Aborted when the process stops. */
  readonly closing: AbortSignal
  close: () => void
}

const everyMs = 1_000

type Watched = { listeners: Set<(movement: Movement) => void>; stop: () => void; last: Movement | undefined }

/** Asks the store once a second for each workspace that is open in a browser, whatever the number of tabs. */
export function createWatcher({ database, logger }: { database: Database; logger: Logger }): Watcher {
  const workspaces = new Map<string, Watched>()
  const closing = new AbortController()

  const begin = (orgId: string): Watched => {
    const watched: Watched = { listeners: new Set(), stop: () => undefined, last: undefined }
    const tell = (movement: Movement): void => {
      watched.last = movement
      for (const listener of watched.listeners) listener(movement)
    }
    watched.stop = poll({ database, logger, orgId, tell })
    workspaces.set(orgId, watched)
    return watched
  }

  return {
    watch: (orgId, listener) => {
      const watched = workspaces.get(orgId) ?? begin(orgId)
      watched.listeners.add(listener)
      if (watched.last !== undefined && 'blindSince' in watched.last) listener(watched.last)
      return () => {
        watched.listeners.delete(listener)
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

type Polling = { database: Database; logger: Logger; orgId: string; tell: (movement: Movement) => void }

function poll({ database, logger, orgId, tell }: Polling): () => void {
  let last: Pulse | undefined
  let blindSince: number | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const ask = async (): Promise<void> => {
    try {
      const pulse = await readPulse(database, { orgId })
      const moved = blindSince === undefined ? movedBetween(last, pulse) : topics
      if ((moved.length > 0 && last !== undefined) || blindSince !== undefined) tell({ moved })
      last = pulse
      blindSince = undefined
    } catch (error) {
      if (blindSince === undefined) logger.warn({ err: error, orgId }, 'stream.blind')
      blindSince ??= Date.now()
      if (!isStopped) tell({ blindSince })
    }
    if (!isStopped) timer = setTimeout(() => void ask(), everyMs)
  }
  void ask()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

function movedBetween(before: Pulse | undefined, after: Pulse): Topic[] {
  return topics.filter((topic) => before?.[topic] !== after[topic])
}
