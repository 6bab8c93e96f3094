import { join } from 'node:path'
import { defineFigure, type Reading } from '../../define-figure.ts'
import { type PreparedStore, prepareStore } from '../../filling/prepare-store.ts'
import { openClient } from '../../load/open-client.ts'
import { requestBytes } from '../../load/request-bytes.ts'
import { sendAll } from '../../load/send-all.ts'
import { readHeldMiB, reportingMemory } from '../../measuring/read-held-memory.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { slopeOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import { signDeliveries } from '../../stage/signed-deliveries.ts'
import type { Stage } from '../../stage/stage.ts'

const metric = 'MiB per 100,000'
const steps = 20
const connections = 64
const signedAtOnce = 5_000
const kinds = ['intake', 'worker', 'api'] as const

export const memory = defineFigure({
  name: 'memory',
  title: 'Memory after forced garbage collection, over the last half of a million deliveries',
  isLong: true,
  rounds: 1,
  comparisons: kinds.map((of) => ({
    title: `growth of the ${of}, MiB per 100,000 deliveries`,
    metric,
    of,
    gate: { atMost: 3 },
    goal: 1,
  })),
  prepare: async (stage) => {
    const total = stage.scaled(1_000_000, 20_000)
    const slopes = await measureSlopes(stage, total)
    return kinds.map((name) => ({ name, measure: async () => slopes[name] }))
  },
})

/** One run measures all processes at once. */
async function measureSlopes(stage: Stage, total: number): Promise<Record<(typeof kinds)[number], Reading>> {
  const store = await prepareStore(await stage.startPostgres())
  const reportPath = join(stage.createDirectory(), 'memory')
  const product = await stage.startProduct({
    ...store,
    counts: { intake: 1, worker: 1, api: 1 },
    env: reportingMemory(reportPath),
  })
  const points: Record<string, { x: number; y: number }[]> = {}
  for (let step = 1; step <= steps; step += 1) {
    await deliver(store, { port: addressOf(product.intakes[0]).port, count: total / steps })
    await waitUntilApplied(store.databaseUrl)
    stage.tell(`${Math.round((total * step) / steps).toLocaleString('en')} deliveries`)
    for (const process of product.processes) {
      const heldMiB = await readHeldMiB(process, reportPath)
      if (step > steps / 2) {
        points[process.kind] = [
          ...(points[process.kind] ?? []),
          { x: (total * step) / steps / 100_000, y: heldMiB },
        ]
      }
    }
  }
  const readingOf = (kind: string): Reading => {
    const ofKind = points[kind] ?? []
    return { [metric]: slopeOf(ofKind), 'MiB in the end': ofKind.at(-1)?.y ?? Number.NaN }
  }
  return { intake: readingOf('intake'), worker: readingOf('worker'), api: readingOf('api') }
}

async function deliver(
  { source }: PreparedStore,
  { port, count }: { port: number; count: number },
): Promise<void> {
  const client = openClient(port)
  try {
    for (let left = count; left > 0; left -= signedAtOnce) {
      const requests = signDeliveries(source, Math.min(left, signedAtOnce)).map(requestBytes)
      await sendAll({ client, requests, connections })
    }
  } finally {
    client.close()
  }
}
