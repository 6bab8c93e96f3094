import { claimDue } from '@signalpost/database/ledger'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  freshNames,
  ping,
  readEventOf,
  requestOf,
  stageDeliveries,
} from '../test-support/stage-deliveries.ts'
import { applyDeliveries } from './apply-deliveries.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

const stage = stageDeliveries()
const { store, applyBatch, ledgerOf, recordsOf, makeDue } = stage

describe('a poison delivery among good ones', () => {
  beforeAll(async () => {
    await sql`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.signal_id = 'sig_poison' then raise exception 'poison' using errcode = 'P0001'; end if;
        return new;
      end $$`.execute(stage.database)
    await sql`create trigger refuse_poison before insert on signal_registers
      for each row execute function refuse_poison()`.execute(stage.database)
  })

  test('waits and is buried alone, while its 200 neighbours are applied at once', async () => {
    const names = freshNames()
    const events = Array.from({ length: 201 }, (_, index) =>
      readEventOf(`evt_${index}`, names.orgId, index === 100 ? 'sig_poison' : `sig_${index}`),
    )
    const { batchId } = await store(events.map((event) => requestOf([event], names)))
    await applyBatch(batchId)
    const afterFirst = await ledgerOf(names.sourceId)
    expect(afterFirst.filter((row) => row.status === 'applied' && row.attempts === 1)).toHaveLength(200)
    expect(afterFirst[100]).toMatchObject({ status: 'queued', attempts: 1, error: 'poison' })
    // Halves: eight of neighbours, and the poison one.
    expect(await countTransactions(names.sourceId)).toBeLessThanOrEqual(9)

    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await makeDue()
      await sweepDeliveries(stage.dependencies, { shouldStop: () => false })
    }
    expect((await ledgerOf(names.sourceId))[100]).toMatchObject({
      status: 'dead',
      attempts: 3,
      error: 'poison',
    })
    expect((await recordsOf(names.sourceId))[100]).toEqual(['dead', 'sig_poison'])
  })

  test('are found, however many and wherever in the batch', async () => {
    const names = freshNames()
    const poison = new Set([0, 1, 7, 12])
    const events = Array.from({ length: 13 }, (_, index) =>
      readEventOf(`evt_${index}`, names.orgId, poison.has(index) ? 'sig_poison' : `sig_${index}`),
    )
    const { batchId } = await store([requestOf(events, names)])
    await applyBatch(batchId)
    const statuses = (await ledgerOf(names.sourceId)).map((row) => row.status)
    expect(statuses).toEqual(events.map((_, index) => (poison.has(index) ? 'queued' : 'applied')))
  })

  test('does not come again before it is due', async () => {
    const names = freshNames()
    const { batchId } = await store([requestOf([readEventOf('a', names.orgId, 'sig_poison')], names)])
    await applyBatch(batchId)
    const { applied } = await applyDeliveries(stage.dependencies, (transaction) => claimDue(transaction, 10))
    expect(applied).toBe(0)
  })
})

test('sweeps what is due although no job knows of it', async () => {
  const names = freshNames()
  await store([requestOf([ping('a', names.orgId)], names)])
  expect(await sweepDeliveries(stage.dependencies, { shouldStop: () => false })).toBe(0)
  await makeDue()
  expect(await sweepDeliveries(stage.dependencies, { shouldStop: () => false })).toBeGreaterThan(0)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual(['applied'])
})

/** How many transactions wrote the deliveries of a source as they are. */
async function countTransactions(sourceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text)::int as count from deliveries where source_id = ${sourceId}`.execute(
    stage.database,
  )
  return rows[0]?.count ?? 0
}
