import { waitUntil } from '@signalpost/testing'
import { runStatement } from '../../bench/stage/start-bench-postgres.ts'

const limitMs = 120_000

/** Resolves once nothing in the ledger is queued. Rejects after two minutes. */
export async function whenApplied(databaseUrl: string): Promise<void> {
  const hasNoneQueued = async (): Promise<boolean> => {
    const rows = await runStatement(databaseUrl, `select from deliveries where status = 'queued' limit 1`)
    return rows.length === 0
  }
  await waitUntil('nothing is queued', hasNoneQueued, { limitMs })
}
