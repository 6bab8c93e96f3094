import { createDatabase } from '@signalpost/database'
import { writeEvents } from '@signalpost/database/records'
import type { BenchPostgres } from '../../stage/start-bench-postgres.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'
import { fillRecords } from '../pages/fill-records.ts'
import type { PagesStore } from '../pages/pages-store.ts'
import { prepareStore } from '../prepare-store.ts'
import { admitAssistants } from './admit-assistants.ts'

export type AssistantsStore = {
  databaseUrl: string
  masterKey: string
  orgId: string
  tokens: readonly string[]
}

/** Creates a database with signals, accounts, deals and listeners of one workspace, and assistants that may use all of it. */
export async function prepareAssistants(
  postgres: Pick<BenchPostgres, 'createDatabase'>,
  { signals, assistants }: { signals: number; assistants: number },
): Promise<AssistantsStore> {
  const { databaseUrl, masterKey, source } = await prepareStore(postgres)
  const { orgId, sourceId } = source
  const workspace = { orgId, sourceIds: [sourceId] }
  const store: PagesStore = {
    databaseUrl,
    masterKey,
    workspaces: [workspace, workspace, workspace],
    nowMs: Date.now(),
  }
  await fillRecords(store, { signals })
  await runStatement(databaseUrl, 'update workspaces set account_intelligence = true')
  await fillListeners(databaseUrl, orgId)
  const tokens = await admitAssistants(databaseUrl, { orgId, count: assistants })
  await runStatement(databaseUrl, 'vacuum analyze')
  return { databaseUrl, masterKey, orgId, tokens }
}

async function fillListeners(databaseUrl: string, orgId: string): Promise<void> {
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost bench', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const events = Array.from({ length: 20 }, (_, index) => ({
    ...{ orgId, idPrefix: 'svc_' as const, type: 'listener.created' as const },
    dataAt: () => ({
      listener: {
        ...{ id: `lsn_${index}`, name: `Listener ${index}`, mode: 'market', objective: 'find_customers' },
        ...{ keywords: ['crm'], exclusions: [] },
      },
    }),
  }))
  try {
    await database
      .transaction()
      .execute((transaction) => writeEvents(transaction, events, { nowMs: Date.now() }))
  } finally {
    await database.destroy()
  }
}
