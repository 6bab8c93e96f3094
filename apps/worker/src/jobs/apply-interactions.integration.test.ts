import { claimBatch, replayDeliveries } from '@signalpost/database/ledger'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  freshNames,
  readEventOf,
  received,
  requestOf,
  stageDeliveries,
} from '../test-support/stage-deliveries.ts'
import { applyDeliveries } from './apply-deliveries.ts'

const stage = stageDeliveries()
const { store, applyBatch, ledgerOf, recordsOf } = stage

describe('an event that the intake read from the body of another', () => {
  const pressed = (id: string, occurredAt: string, names: { orgId: string; sourceId: string }) => {
    const assignedTo = { userId: id, at: occurredAt, by: id }
    const data = { signalId: 'sig_1', assignedTo }
    const event = { id, type: 'signal.assigned', occurredAt, orgId: names.orgId, data }
    return {
      ...requestOf([], names),
      body: Buffer.from(`payload=${id}${occurredAt}`),
      events: [{ eventId: id, type: event.type, event }],
    }
  }
  const later = '2026-11-20T09:00:05.000Z'
  const assignee = async (orgId: string) => {
    const { rows } = await sql<{ id: string }>`
      select assigned_user_id as id from signal_registers where org_id = ${orgId}`.execute(stage.database)
    return rows[0]?.id
  }

  test('is applied as it was dated, however late it comes to its turn', async () => {
    const names = freshNames()
    const { batchId: second } = await store([pressed('slk_b', later, names)])
    const { batchId: first } = await store([pressed('slk_a', received, names)])
    for (const batchId of [second, first]) await applyBatch(batchId)
    expect(await assignee(names.orgId)).toBe('slk_b')
  })

  test('is the same event when it comes again with another date, and merges again without effect', async () => {
    const names = freshNames()
    const { batchId, deliveryIds } = await store([pressed('slk_a', received, names)])
    await applyBatch(batchId)
    const others = [pressed('slk_b', later, names), pressed('slk_a', '2026-11-20T09:00:09.000Z', names)]
    await applyBatch((await store(others)).batchId)
    expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual([
      'applied',
      'applied',
      'duplicate',
    ])
    await replayDeliveries(stage.database, deliveryIds.flat())
    await applyDeliveries(stage.dependencies, (transaction) => claimBatch(transaction, batchId))
    expect(await assignee(names.orgId)).toBe('slk_b')
  })

  test('may be dated after a moment that no sender could name', async () => {
    const names = freshNames()
    const { batchId } = await store([pressed('slk_a', '2026-11-21T09:00:00.001Z', names)])
    await applyBatch(batchId)
    expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'applied' }])
  })

  test('is ignored once it was erased', async () => {
    const names = freshNames()
    const { batchId } = await store([
      {
        ...pressed('slk_a', received, names),
        body: Buffer.from('null'),
        events: [{ eventId: 'slk_a', type: 'signal.assigned' }],
      },
    ])
    await applyBatch(batchId)
    expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'ignored', error: 'erased' }])
  })

  test('keeps its record when it is replayed after an erasure', async () => {
    const names = freshNames()
    const { batchId, deliveryIds } = await store([requestOf([readEventOf('a', names.orgId)], names)])
    await applyBatch(batchId)
    await sql`update requests set body = 'null' where request_id = any(${deliveryIds.flat()})`.execute(
      stage.database,
    )
    await replayDeliveries(stage.database, deliveryIds.flat())
    await applyBatch(batchId)
    expect(await recordsOf(names.sourceId)).toEqual([['ignored', 'sig_1']])
  })
})
