import { expect, test } from 'vitest'
import { applyBatch } from './apply-batch.ts'
import { createTakenAlong } from './taken-along.ts'

type Dependencies = Parameters<typeof applyBatch>[0]

const batch = { batchId: 'bat_1', deliveries: 1 }
const rowsOf = (...batchIds: string[]) => batchIds.map((batchId) => ({ batchId }))

const alone: Dependencies['inTurn'] = (work) => work({ othersWait: false })

function open(turns: { applied: number; left: number }[], inTurn = alone) {
  const calls = { applied: 0, nudged: 0, alone: 0 }
  const takenAlong = createTakenAlong()
  const dependencies: Dependencies = {
    ...{ inTurn, takenAlong },
    apply: async ({ looksBehind }) => {
      if (!looksBehind) calls.alone += 1
      return turns[calls.applied++] ?? { applied: 0, left: 0 }
    },
    onApplied: () => {
      calls.nudged += 1
    },
  }
  return { dependencies, takenAlong, calls }
}

test('comes back until a turn leaves nothing', async () => {
  const { dependencies, calls } = open([
    { applied: 2, left: 3 },
    { applied: 2, left: 1 },
    { applied: 1, left: 0 },
  ])
  await applyBatch(dependencies, batch)
  expect(calls).toEqual({ applied: 3, nudged: 3, alone: 3 })
})

test('tells no one when another worker had the batch', async () => {
  const { dependencies, calls } = open([{ applied: 0, left: 0 }])
  await applyBatch(dependencies, batch)
  expect(calls).toEqual({ applied: 1, nudged: 0, alone: 1 })
})

test('looks behind its batch while other jobs wait, and once more after one that found something there', async () => {
  const waits = open([], (work) => work({ othersWait: true }))
  await applyBatch(waits.dependencies, batch)
  expect(waits.calls).toEqual({ applied: 1, nudged: 0, alone: 0 })
  const { dependencies, takenAlong, calls } = open([])
  takenAlong.note(rowsOf('bat_0', 'bat_2'), { batchId: 'bat_0' })
  await applyBatch(dependencies, batch)
  takenAlong.note(rowsOf('bat_1'), { batchId: 'bat_1' })
  await applyBatch(dependencies, batch)
  expect(calls).toEqual({ applied: 2, nudged: 0, alone: 1 })
})

test('asks nothing about a batch that was taken along, before its turn or while it waited', async () => {
  const early = open([])
  early.takenAlong.note(rowsOf('bat_1'), { batchId: 'bat_0' })
  await applyBatch(early.dependencies, batch)
  const late = open([], (work) => {
    late.takenAlong.note(rowsOf('bat_1'), { batchId: 'bat_0' })
    return work({ othersWait: false })
  })
  await applyBatch(late.dependencies, batch)
  expect([early.calls.applied, late.calls.applied]).toEqual([0, 0])
})
