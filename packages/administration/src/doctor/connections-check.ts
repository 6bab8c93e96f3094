import { type Database, readConnectionLimits, type SeenProcess } from '@signalpost/database'
import { type Check, good, weak } from './define-check.ts'
import { listAlive } from './list-alive.ts'

const enoughForAny = 10

/** Adds up what the running processes may open, and compares it with what the server takes. */
export const connectionsCheck: Check<{ database: Database }> = {
  name: 'connections',
  after: 'schema',
  remedy: 'Check max_connections of the server.',
  run: async ({ database }) => {
    const alive = await listAlive(database)
    if (alive.length === 0) return undefined
    const { most, reserved } = await readConnectionLimits(database)
    const given = most - reserved
    const opened = alive.reduce((sum, { connections }) => sum + (connections ?? 0), 0)
    const sum = `${describe(alive)} may open ${opened}; the server gives ${given} (max_connections ${most}, ${reserved} reserved)`
    if (opened <= given) return good(sum)
    const each = Math.floor(given / alive.length)
    const raise = `Raise max_connections to ${opened + reserved} or more`
    return weak(
      sum,
      each < enoughForAny
        ? `${raise}, or run fewer processes.`
        : `${raise}, or set SIGNALPOST_DATABASE_CONNECTIONS to ${each} or less for each process.`,
    )
  },
}

/** Such as `1 api (14), 2 worker (74)`. */
function describe(processes: readonly SeenProcess[]): string {
  const groups = Map.groupBy(processes, ({ name }) => name)
  return [...groups]
    .map(([name, those]) => {
      const known = those.filter(({ connections }) => connections !== null)
      const opened = known.reduce((sum, { connections }) => sum + (connections ?? 0), 0)
      const unknown = those.length - known.length
      return `${those.length} ${name} (${opened}${unknown > 0 ? `, ${unknown} of them of a version that does not say` : ''})`
    })
    .join(', ')
}
