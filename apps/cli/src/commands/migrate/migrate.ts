import { checkWritable, migrateDatabase, readSchemaState, SchemaAheadError } from '@signalpost/database'
import { migrateQueues, queueBackendOf } from '@signalpost/queues'
import { defineCommand } from '../../command/define-command.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { flag, withDefault } from '../../parameters/parameter.ts'
import { waitForDatabase } from './wait-for-database.ts'

const longestWaitSeconds = 86_400

export const migrate = defineCommand({
  path: 'migrate',
  summary: 'Run pending migrations. Safe to run at any time, and concurrently.',
  parameters: {
    plan: flag('--plan', 'list the pending migrations and change nothing'),
    waitSeconds: withDefault('--wait <seconds>', 'how many seconds to wait for the database', {
      schema: wholeNumber({ min: 0, max: longestWaitSeconds }),
      text: '0',
    }),
  },
  run: async ({ stores, config, database, terminal }, { plan, waitSeconds }) => {
    const { note } = terminal
    const isUsable = () => (plan ? readSchemaState(database) : checkWritable(database))
    await waitForDatabase(isUsable, { limitMs: waitSeconds * 1_000, note })
    const { pending, unknown, mayRunBeside } = await readSchemaState(database)
    if (!mayRunBeside) throw new SchemaAheadError(unknown)
    if (plan) {
      const text = pending.length > 0 ? `Pending: ${pending.join(', ')}.` : describeNothing(unknown)
      return { json: { pending }, text }
    }
    const { databaseUrl } = stores
    const { mayShareSessions, redisUrl, queueDatabaseUrl } = config
    const applied = await migrateStores({ databaseUrl, mayShareSessions, queueDatabaseUrl, redisUrl, note })
    const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : describeNothing(unknown)
    return { json: { applied, ...(unknown.length > 0 && { ahead: unknown }) }, text }
  },
})

/** Migrates the database and the tables of the queue. Returns the names of the migrations that ran. */
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
  const applied = await migrateDatabase({
    url: stores.databaseUrl,
    mayShareSessions: stores.mayShareSessions,
    urlPastPooler: stores.queueDatabaseUrl,
    onProgress: note,
  })
  await migrateQueues(queueBackendOf(stores))
  return applied
}

function describeNothing(unknown: readonly string[]): string {
  if (unknown.length === 0) return 'Nothing to do.'
  return `Nothing to do: the database is ahead of this version (${unknown.join(', ')}), which may run beside the newer one.`
}
