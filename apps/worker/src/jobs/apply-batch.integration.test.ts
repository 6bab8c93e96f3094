import { type Batch, claimBatch, createBatches, storeDeliveries } from '@signalpost/database/ledger'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { freshNames, ping, requestOf, stageDeliveries } from '../test-support/stage-deliveries.ts'
import { applyBatch } from './apply-batch.ts'
import { applyDeliveries } from './apply-deliveries.ts'
import { createTakenAlong } from './taken-along.ts'

const fill = 500
const stage = stageDeliveries()

test('applies what was stored into a batch after another job took of it', async ({ pool }) => {
  const names = freshNames()
  const nextBatch = createBatches()
  const store = (id: string, batch: Batch) =>
    storeDeliveries(pool, [requestOf([ping(id, names.orgId)], names)], { batch, dueAfterMs: 60_000 })
  const takenAlong = createTakenAlong()
  const runJob = (batchId: string, deliveries: number) =>
    applyBatch(
      {
        ...{ takenAlong, inTurn: (work) => work({ othersWait: true }), onApplied: () => undefined },
        apply: ({ onTaken }) =>
          applyDeliveries(stage.dependencies, (transaction) => claimBatch(transaction, batchId, { fill }), {
            onTaken,
          }),
      },
      { batchId, deliveries },
    )
  const statuses = async () => (await stage.ledgerOf(names.sourceId)).map((row) => [row.event_id, row.status])
  const closed = nextBatch(Date.now())
  await store('a', closed)
  const open = nextBatch(Date.now())
  await store('b', open)
  await runJob(closed.batchId, 1)
  await store('c', open)
  expect(await statuses()).toEqual([
    ['a', 'applied'],
    ['b', 'applied'],
    ['c', 'queued'],
  ])
  await runJob(open.batchId, 2)
  expect((await statuses()).at(-1)).toEqual(['c', 'applied'])
})
