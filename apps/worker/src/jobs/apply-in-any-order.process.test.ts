import { listAccounts } from '@signalpost/database/records'
import { foldEvents, rollUpNaively, type SentEvent, sentEvents } from '@signalpost/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshNames, requestOf, stageDeliveries } from '../test-support/stage-deliveries.ts'

const stage = stageDeliveries()
const { store, applyBatch, ledgerOf } = stage

describe('any permutation, repetition and grouping, over concurrent workers', () => {
  test('ends in the state that the pure functions compute', async () => {
    const scenario = fc.record({
      sent: sentEvents({ orgId: 'org_placeholder', maxLength: 60 }),
      seed: fc.nat(),
      workers: fc.integer({ min: 1, max: 4 }),
      batchSize: fc.integer({ min: 1, max: 30 }),
      fill: fc.constantFrom(0, 10, 500),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ sent, seed, workers, batchSize, fill }) => {
        const { orgId, sourceId } = freshNames()
        const sourceIds = [sourceId, `${sourceId}b`]
        const own = relocate(sent, orgId)
        const batches = await storeShuffled(own, { orgId, sourceIds, seed, batchSize })
        const lanes = Array.from({ length: workers }, (_, lane) =>
          batches.filter((_batch, index) => index % workers === lane),
        )
        await Promise.all(
          lanes.map(async (lane) => {
            for (const batchId of lane) await applyBatch(batchId, { fill })
          }),
        )
        const states = foldEvents(own, { orgId, sourceIds })
        const { accounts, signalCounts } = rollUpNaively(states, orgId)
        expect(await storedStates(orgId)).toEqual(states)
        expect(await listAccounts(stage.database, { orgId, filters: {}, limit: 100 })).toEqual(accounts)
        expect(await storedCounts(orgId)).toEqual(signalCounts)
        const statuses = (await Promise.all(sourceIds.map(ledgerOf))).flat().map((row) => row.status)
        expect(statuses.filter((status) => status === 'applied')).toHaveLength(sent.length)
        expect(new Set(statuses).isSubsetOf(new Set(['applied', 'duplicate']))).toBe(true)
      }),
      { numRuns: 500 },
    )
  }, 240_000)

  async function storeShuffled(
    sent: SentEvent[],
    {
      orgId,
      sourceIds,
      seed,
      batchSize,
    }: { orgId: string; sourceIds: string[]; seed: number; batchSize: number },
  ): Promise<string[]> {
    const random = createRandom(seed)
    const deck = [...sent, ...sent.filter(() => random() < 0.3)].map((one) => ({ one, at: random() }))
    const requests = deck
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => requestOf([one.event], { orgId, sourceId: sourceIds[one.source] ?? '' }))
    const batches: string[] = []
    for (let start = 0; start < requests.length; start += batchSize) {
      batches.push((await store(requests.slice(start, start + batchSize))).batchId)
    }
    return batches
  }

  function relocate(sent: SentEvent[], orgId: string): SentEvent[] {
    return JSON.parse(JSON.stringify(sent).replaceAll('org_placeholder', orgId))
  }

  async function storedStates(orgId: string): Promise<Map<string, unknown>> {
    const { rows } = await sql<{ key: string; state: unknown }>`
      select 'listener ' || listener_id as key, state from listeners where org_id = ${orgId}
      union all select 'signal ' || signal_id, state from signals where org_id = ${orgId}
      union all select 'registers ' || signal_id, state from signal_registers where org_id = ${orgId}
      union all select 'deal ' || deal_id, state from deals where org_id = ${orgId}`.execute(stage.database)
    return new Map(rows.map((row) => [row.key, row.state]))
  }

  async function storedCounts(orgId: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ listenerId: string; count: number }>`
      select listener_id as "listenerId", sum(signal_count)::integer as count from listener_counts
      where org_id = ${orgId} group by listener_id having sum(signal_count) <> 0`.execute(stage.database)
    return Object.fromEntries(rows.map(({ listenerId, count }) => [listenerId, count]))
  }
})

/** Mulberry32: a small generator of numbers in 0..1 from a seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
