import { waitUntil } from '@signalpost/testing'
import type { Reading } from '../define-figure.ts'
import type { prepareStore } from '../filling/prepare-store.ts'
import { openClient } from '../load/open-client.ts'
import { requestBytes } from '../load/request-bytes.ts'
import { sendWithinBacklog } from '../load/send-within-backlog.ts'
import { signDeliveries } from '../stage/signed-deliveries.ts'
import type { Stage } from '../stage/stage.ts'
import type { BenchPostgres, openStatements } from '../stage/start-bench-postgres.ts'

const connections = 64
const backlogMax = 5_000
const signedAtOnce = 20_000
export const sustainedMetric = 'deliveries/s'

export type SustainedRun = Awaited<ReturnType<typeof prepareStore>> & {
  stage: Stage
  postgres: BenchPostgres
  port: number
  query: Awaited<ReturnType<typeof openStatements>>['query']
  readBacklog: () => Promise<number>
}

/** Returns what reads how many deliveries of the product wait, up to twice the backlog. */
export function readBacklogBy(query: SustainedRun['query']): SustainedRun['readBacklog'] {
  return async () => {
    const [row] = await query(
      `select count(*)::int as count
       from (select from deliveries where status = 'queued' limit ${2 * backlogMax}) queued`,
    )
    return Number(row?.count)
  }
}

/** Measures how fast deliveries are sent and applied. Excludes the first moments, in which no backlog exists yet. */
export async function measureSustained({
  stage,
  postgres,
  port,
  source,
  query,
  readBacklog,
}: SustainedRun): Promise<Reading> {
  const seconds = stage.scaled(20, 4)
  const rampSeconds = seconds / 5
  const signed: Buffer[] = []
  const sign = (): void => {
    signed.push(...signDeliveries(source, signedAtOnce).map(requestBytes).reverse())
  }
  for (let made = 0; made < stage.scaled(5, 1); made += 1) sign()
  await postgres.settle()
  const client = openClient(port)
  try {
    const startedAt = new Date(Date.now() + rampSeconds * 1_000)
    await sendWithinBacklog({
      client,
      nextRequest: () => {
        if (signed.length === 0) sign()
        // The cast: there is at least one at this point.
        return signed.pop() as Buffer
      },
      seconds: rampSeconds + seconds,
      connections,
      readBacklog,
      backlogMax,
    })
    await waitUntil('the backlog is applied', async () => (await readBacklog()) === 0, { limitMs: 120_000 })
    const [row] = await query(
      `select count(*)::int as count from identities
       where applied_at >= $1 and applied_at < $1 + $2 * interval '1 second'`,
      [startedAt, seconds],
    )
    return { [sustainedMetric]: Number(row?.count) / seconds }
  } finally {
    client.close()
  }
}
