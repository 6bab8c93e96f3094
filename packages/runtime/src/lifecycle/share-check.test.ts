import { expect, test } from 'vitest'
import { shareCheck } from './share-check.ts'

test('shareCheck runs once for all who ask while it runs, and for half a second after', async () => {
  let nowMs = 0
  let runs = 0
  const running = Promise.withResolvers<void>()
  const check = shareCheck(
    async () => {
      runs += 1
      if (runs === 1) await running.promise
      return runs
    },
    { nowMs: () => nowMs },
  )
  const asked = Array.from({ length: 1_000 }, check)
  nowMs = 10_000 // however long it runs
  asked.push(check())
  expect(runs).toBe(1)
  running.resolve()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([1]))
  nowMs += 499
  expect(await check()).toBe(1)
  nowMs += 1
  expect(await check()).toBe(2)
})

test('shareCheck runs again after a failure has been kept for half a second', async () => {
  let nowMs = 0
  let runs = 0
  const check = shareCheck(
    async () => {
      runs += 1
      if (runs === 1) throw new Error('once')
      return runs
    },
    { nowMs: () => nowMs },
  )
  await expect(check()).rejects.toThrow('once')
  await expect(check()).rejects.toThrow('once')
  nowMs = 500
  expect(await check()).toBe(2)
})
