import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOpenBatches } from './open-batches.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const announced: [string, number][] = []
  let made = 0
  const batches = createOpenBatches({
    createBatch: () => {
      made += 1
      return { batchId: `bat_${made}`, createId: (prefix) => prefix }
    },
    onStored: (...batch) => announced.push(batch),
    openMs: 25,
    mostEvents: 10,
    nowMs: () => performance.now(),
  })
  /** Begins a flush that the test ends. Returns the batch that it went into. */
  const flush = ({ events = 1, isLast = false } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let batchId = ''
    const flushed = batches.flush({ events, isLast }, (batch) => {
      batchId = batch.batchId
      return promise
    })
    return {
      batchId,
      succeed: async () => {
        resolve()
        await flushed
      },
      fail: async () => {
        reject(new Error('the store said no'))
        await expect(flushed).rejects.toThrow('the store said no')
      },
    }
  }
  return { batches, announced, flush }
}

test('flushes within the time share a batch, announced once all of them are stored', async () => {
  const { announced, flush } = open()
  const first = flush()
  vi.advanceTimersByTime(10)
  const second = flush()
  expect([first.batchId, second.batchId]).toEqual(['bat_1', 'bat_1'])
  await first.succeed()
  vi.advanceTimersByTime(15)
  expect(announced).toEqual([])
  expect(flush().batchId).toBe('bat_2')
  await second.succeed()
  expect(announced).toEqual([['bat_1', 2]])
})

test('the time announces a batch to which nothing is added any more', async () => {
  const { announced, flush } = open()
  await flush().succeed()
  vi.advanceTimersByTime(24)
  expect(announced).toEqual([])
  vi.advanceTimersByTime(1)
  expect(announced).toEqual([['bat_1', 1]])
})

test('the last flush of a batch, and one that fills it, announce it when they are stored', async () => {
  const { announced, flush } = open()
  await flush({ isLast: true }).succeed()
  await flush({ events: 9 }).succeed()
  expect(announced).toEqual([['bat_1', 1]])
  await flush().succeed()
  expect(announced).toEqual([
    ['bat_1', 1],
    ['bat_2', 10],
  ])
})

test('a flush that fails is announced only with others that were stored, and not counted', async () => {
  const { batches, announced, flush } = open()
  await flush({ isLast: true }).fail()
  const stored = flush()
  await flush({ events: 3 }).fail()
  await stored.succeed()
  batches.close()
  expect(announced).toEqual([['bat_2', 1]])
})
