import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const { signal } = new AbortController()

function blocker(): { work: () => Promise<void>; end: () => void; begun: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isBegun = false
  return {
    work: () => {
      isBegun = true
      return promise
    },
    end: resolve,
    begun: () => isBegun,
  }
}

test('lets each caller have its turns, and others wait for theirs in order', async () => {
  const turns = createTurns({ mostAtOnce: 1 })
  const [first, second, third, other] = [blocker(), blocker(), blocker(), blocker()]
  const all = [
    turns.take('one', signal, first.work),
    turns.take('one', signal, second.work),
    turns.take('one', signal, third.work),
    turns.take('two', signal, other.work),
  ]
  const begun = () => [first, second, third, other].map((one) => one.begun())
  await expect.poll(begun).toEqual([true, false, false, true])
  first.end()
  await expect.poll(begun).toEqual([true, true, false, true])
  second.end()
  await expect.poll(begun).toEqual([true, true, true, true])
  third.end()
  other.end()
  await Promise.all(all)
})

test('passes over a caller that stopped waiting', async () => {
  const turns = createTurns({ mostAtOnce: 1 })
  const abort = new AbortController()
  const [first, second, third] = [blocker(), blocker(), blocker()]
  const running = turns.take('one', signal, first.work)
  const waiting = turns.take('one', abort.signal, second.work)
  const last = turns.take('one', signal, third.work)
  abort.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(turns.take('one', abort.signal, second.work)).rejects.toThrow('gone')
  first.end()
  await expect.poll(third.begun).toBe(true)
  expect(second.begun()).toBe(false)
  third.end()
  await Promise.all([running, last])
})

test('frees the turn of work that fails', async () => {
  const turns = createTurns({ mostAtOnce: 1 })
  await expect(turns.take('one', signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await turns.take('one', signal, () => Promise.resolve('done'))).toBe('done')
})
