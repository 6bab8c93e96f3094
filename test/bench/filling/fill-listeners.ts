import { createDatabase, createSecretBox } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import { createConnection, createSchedule } from '@signalpost/database/searching'
import { dayMs, hourMs } from '@signalpost/domain'
import { createSources } from '../../support/sending/create-sources.ts'
import { runStatement } from '../stage/start-bench-postgres.ts'

const workspaces = 10
const endless = { most: 1_000_000, windowMs: hourMs }

export const minutesBetweenRuns = 30

/**
 * Creates listeners of Hacker News at `url` in ten workspaces, each with so many searches. All of them ran before and were
 * due for half an hour.
 */
export async function fillListeners(
  { databaseUrl, masterKey }: { databaseUrl: string; masterKey: string },
  { count, searchesEach, url }: { count: number; searchesEach: number; url: string },
): Promise<void> {
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost bench', maxConnections: 2 },
    onConnectionError: () => undefined,
  })
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const orgIds = Array.from({ length: workspaces }, (_, index) => `org_searching_${index}`)
  const queries = Array.from({ length: searchesEach }, (_, index) => ({
    source: 'hackernews',
    query: `"tool ${index}"`,
  }))
  try {
    const sources = await createSources({ databaseUrl, masterKey }, { orgIds, sourcesEach: 1 })
    for (const [workspace, [source] = []] of sources.entries()) {
      if (source === undefined) throw new Error('No source was created.')
      const { orgId, sourceId } = source
      const place = { orgId, platform: 'hackernews' as const, baseUrl: url }
      await createConnection(database, secretBox, { ...place, budget: endless, secrets: {} })
      for (let index = workspace; index < count; index += workspaces) {
        const listenerId = `lsn_searching_${index}`
        const listener = {
          ...{ id: listenerId, name: `Tool ${index}`, mode: 'market', objective: 'find_customers' },
          ...{ keywords: queries.map((_, at) => `tool ${at}`), exclusions: [], queries },
          ...{ sensitivity: 'balanced', schedule: { everyMinutes: minutesBetweenRuns } },
          profile: { targetRoles: [] },
        }
        const event = {
          ...{ orgId, idPrefix: 'svc_' as const, type: 'listener.created' as const },
          dataAt: () => ({ listener }),
        }
        await database.transaction().execute(async (transaction) => {
          const settings = { boards: [], backfillMs: 7 * dayMs }
          await createSchedule(transaction, { orgId, listenerId, sourceId, settings })
          await writeEvents(transaction, [event], { nowMs: Date.now() })
        })
      }
    }
  } finally {
    await database.destroy()
  }
  await runStatement(
    databaseUrl,
    `update listener_schedules
     set last_run_at = now() - interval '${2 * minutesBetweenRuns} minutes',
         due_at = now() - interval '${minutesBetweenRuns} minutes'`,
    [],
  )
}
