import { hostname } from 'node:os'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Database } from '../database.ts'
import { createId } from '../ids.ts'
import { recordHeartbeat } from './processes.ts'

const everyMs = 5_000

export type Heartbeat = { stop: () => Promise<void> }

/** Records every 5 s that this process lives. A beat that fails is left out. */
export function startHeartbeat({
  database,
  name,
  connections,
  onError,
}: {
  database: Database
  name: string
  /** The most connections to PostgreSQL that the process opens. */
  connections: number
  onError: (error: unknown) => void
}): Heartbeat {
  const { version } = manifest
  const sign = { processId: createId('prc_'), name, version, host: hostname(), pid: process.pid, connections }
  let beating = Promise.resolve()
  const beat = (): void => {
    beating = beating.then(() => recordHeartbeat(database, sign).catch(onError))
  }
  beat()
  const timer = setInterval(beat, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return beating
    },
  }
}
