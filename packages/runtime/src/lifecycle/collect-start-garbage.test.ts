import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collectStartGarbage } from './collect-start-garbage.ts'

test('what a start left behind is collected a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const left = new WeakRef({ schemas: Array.from({ length: 1_000 }, (_, at) => ({ at })) })
  collectStartGarbage()
  await nextTurn() // a target is kept until the end of the turn that made its reference
  vi.advanceTimersByTime(59_999)
  await nextTurn()
  expect(left.deref()).toBeDefined()
  await nextTurn()
  vi.advanceTimersByTime(1)
  expect(left.deref()).toBeUndefined()
  expect('gc' in globalThis).toBe(false)
})
