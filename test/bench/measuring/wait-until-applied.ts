import { waitUntil } from '@signalpost/testing'
import { runStatement } from '../stage/start-bench-postgres.ts'

const intervalMs = 500

/** Waits until no delivery is queued. */
export async function waitUntilApplied(databaseUrl: string, { limitMs = 300_000 } = {}): Promise<void> {
  await waitUntil(
    'every delivery is applied',
    async () => {
      const rows = await runStatement(
        databaseUrl,
        `select exists (select from deliveries where status = 'queued') as "isLeft"`,
      )
      return rows[0]?.isLeft === false
    },
    { limitMs, intervalMs },
  )
}
