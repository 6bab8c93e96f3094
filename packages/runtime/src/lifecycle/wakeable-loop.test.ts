import { expect, test } from 'vitest'
import { createWakeableLoop } from './wakeable-loop.ts'

const never = 1_000_000

test('a wake during a round leads to another, and one during a rest ends the rest', async () => {
  let rounds = 0
  const first = Promise.withResolvers<void>()
  const loop = createWakeableLoop({
    round: async () => {
      rounds += 1
      if (rounds === 1) await first.promise
      return never
    },
    onError: () => undefined,
    intervalAfterErrorMs: never,
  })
  loop.wake()
  first.resolve()
  await expect.poll(() => rounds).toBe(2)
  loop.wake()
  await expect.poll(() => rounds).toBe(3)
  await loop.stop()
  loop.wake()
  expect(rounds).toBe(3)
})

test('reports a round that fails, and continues after a while', async () => {
  const errors: unknown[] = []
  let rounds = 0
  const loop = createWakeableLoop({
    round: async () => {
      rounds += 1
      if (rounds === 1) throw new Error('first')
      return never
    },
    onError: (error) => errors.push(error),
    intervalAfterErrorMs: 1,
  })
  await expect.poll(() => rounds).toBe(2)
  expect(errors).toMatchObject([{ message: 'first' }])
  await loop.stop()
})
