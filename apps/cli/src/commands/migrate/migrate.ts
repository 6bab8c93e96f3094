import {
  checkWritable,
  grantApplication,
  isStoreFault,
  migrateDatabase,
  readSchemaState,
  SchemaAheadError,
} from '@signalpost/database'
import { grantQueues, migrateQueues, queueBackendOf } from '@signalpost/queues'
import { defineCommand } from '../../command/define-command.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { flag, optional } from '../../parameters/parameter.ts'
import { connectLimitMs, type Waiting, waitForStore } from './wait-for-store.ts'

const longestWaitSeconds = 86_400

export const migrate = defineCommand({
  path: 'migrate',
  summary: 'Run pending migrations. Safe to run at any time, and concurrently.',
  parameters: {
    plan: flag('--plan', 'list the pending migrations and change nothing'),
    grantTo: optional(
      '--grant-to <role>',
      'a PostgreSQL role that runs the product and owns neither schema nor audit log',
    ),
    waitSeconds: optional(
      '--wait <seconds>',
      'how many seconds to wait for the database, also while it takes no writes (default: 30 to connect)',
      wholeNumber({ min: 0, max: longestWaitSeconds }),
    ),
  },
  run: async ({ stores, config, database, terminal }, { plan, grantTo, waitSeconds }) => {
    const { note } = terminal
    const isUsable = (): Promise<unknown> => (plan ? readSchemaState(database) : checkWritable(database))
    const waiting: Waiting =
      waitSeconds === undefined
        ? { limitMs: connectLimitMs, note }
        : { limitMs: waitSeconds * 1_000, isWaitedOut: isStoreFault, note }
    await waitForStore('database', isUsable, waiting)
    const { pending, unknown, mayRunBeside } = await readSchemaState(database)
    if (!mayRunBeside) throw new SchemaAheadError(unknown)
    if (plan) {
      const text = pending.length > 0 ? `Pending: ${pending.join(', ')}.` : describeNothing(unknown)
      return { json: { pending }, text }
    }
    const { databaseUrl } = stores
    const { mayShareSessions, redisUrl, queueDatabaseUrl } = config
    const applied = await migrateStores({ databaseUrl, mayShareSessions, queueDatabaseUrl, redisUrl, note })
    const ahead = unknown.length > 0 && { ahead: unknown }
    const done = applied.length > 0 ? `Applied ${applied.join(', ')}.` : describeNothing(unknown)
    if (grantTo === undefined) return { json: { applied, ...ahead }, text: done }
    await grantApplication(database, grantTo)
    await grantQueues(queueBackendOf({ databaseUrl, queueDatabaseUrl, redisUrl }), grantTo)
    return {
      json: { applied, ...ahead, grantedTo: grantTo },
      text: `${done} The role ${grantTo} may run the product.`,
    }
  },
})

/**
 * Migrates the database and the tables of the queue, and tries to connect to each for 30 s. Returns the names of the
 * migrations that ran.
 */
export async function migrateStores({
  note,
  ...stores
}: {
  databaseUrl: string
  mayShareSessions: boolean
  queueDatabaseUrl: string | undefined
  redisUrl: string | undefined
  note: (line: string) => void
}): Promise<string[]> {
  const waiting = { limitMs: connectLimitMs, note }
  const migrate = () =>
    migrateDatabase({
      url: stores.databaseUrl,
      mayShareSessions: stores.mayShareSessions,
      urlPastPooler: stores.queueDatabaseUrl,
      onProgress: note,
    })
  const applied = await waitForStore('database', migrate, waiting)
  await waitForStore('database of the queue', () => migrateQueues(queueBackendOf(stores)), waiting)
  return applied
}

function describeNothing(unknown: readonly string[]): string {
  if (unknown.length === 0) return 'Nothing to do.'
  return `Nothing to do: the database is ahead of this version (${unknown.join(', ')}), which may run beside the newer one.`
}
