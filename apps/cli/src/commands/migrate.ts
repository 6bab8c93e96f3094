import { migrateDatabase } from '@signalpost/database'
import { migrateQueues, queueBackendOf } from '@signalpost/queues'
import { defineCommand } from '../define-command.ts'

export const migrate = defineCommand({
  path: 'migrate',
  summary: 'Brings the database to the schema of this version. Safe at any time, also several at once.',
  parameters: {},
  run: async ({ stores, config }) => {
    const applied = await migrateStores({ databaseUrl: stores.databaseUrl, redisUrl: config.redisUrl })
    const text = applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`
    return { json: { applied }, text }
  },
})

/** Brings the database and the tables of the queue up to date; answers the names of the migrations that ran. */
export async function migrateStores(stores: {
  databaseUrl: string
  redisUrl: string | undefined
}): Promise<string[]> {
  const applied = await migrateDatabase({ url: stores.databaseUrl })
  await migrateQueues(queueBackendOf(stores))
  return applied
}
