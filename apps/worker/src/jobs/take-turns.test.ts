import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './take-turns.ts'

const forEver = 1_000_000

/** Runs works that last until they are ended, and records the names of those that began. */
function open(options: { atOnce: number; patienceMs: number }) {
  const inTurn = createTurns(options)
  const begun: string[] = []
  const endings = new Map<string, (error?: Error) => void>()
  const begin = (name: string): Promise<string> =>
    inTurn(() => {
      begun.push(name)
      return new Promise((resolve, reject) => {
        endings.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
      })
    })
  const end = async (name: string, error?: Error): Promise<void> => {
    endings.get(name)?.(error)
    await sleep(0)
  }
  return { begin, end, begun }
}

test('lets one begin at once, and the next, in their order, when it has ended', async () => {
  const { begin, end, begun } = open({ atOnce: 4, patienceMs: forEver })
  const first = begin('a')
  void begin('b')
  void begin('c')
  await sleep(0)
  expect(begun).toEqual(['a'])
  await end('a')
  await expect(first).resolves.toBe('a')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('says whether others wait when a work begins', async () => {
  const inTurn = createTurns({ atOnce: 1, patienceMs: forEver })
  const waits: boolean[] = []
  const work = async ({ othersWait }: { othersWait: boolean }) => void waits.push(othersWait)
  await Promise.all([inTurn(work), inTurn(work), inTurn(work)])
  expect(waits).toEqual([true, true, false])
})

test('continues after one that failed, and rejects only its caller', async () => {
  const { begin, end, begun } = open({ atOnce: 4, patienceMs: forEver })
  const failed = expect(begin('a')).rejects.toThrow('away')
  void begin('b')
  await sleep(0)
  await end('a', new Error('away'))
  await failed
  expect(begun).toEqual(['a', 'b'])
})

test('lets others begin beside those that take long, one after the other, and no more than may run', async () => {
  const { begin, end, begun } = open({ atOnce: 3, patienceMs: 40 })
  const startedAtMs = performance.now()
  for (const name of ['a', 'b', 'c', 'd']) void begin(name)
  await expect.poll(() => begun, { interval: 5 }).toEqual(['a', 'b', 'c'])
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(79)
  await sleep(100)
  expect(begun).toHaveLength(3)
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('does not wait for what ended quickly', async () => {
  const { begin, end, begun } = open({ atOnce: 4, patienceMs: 50 })
  void begin('long')
  await sleep(60)
  for (const name of ['a', 'b', 'c']) {
    void begin(name)
    await sleep(0)
    await end(name)
  }
  expect(begun).toEqual(['long', 'a', 'b', 'c'])
})
