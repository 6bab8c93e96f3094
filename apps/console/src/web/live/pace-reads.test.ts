import { afterEach, expect, test, vi } from 'vitest'
import { paceReads } from './pace-reads.ts'

const readMs = 60

afterEach(() => void vi.useRealTimers())

function paced(takesMs = readMs) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const reads: { atMs: number; topics: string[] }[] = []
  const startMs = performance.now()
  const move = paceReads(async (topics) => {
    reads.push({ atMs: performance.now() - startMs, topics: [...topics] })
    await new Promise((resolve) => setTimeout(resolve, takesMs))
  })
  return { reads, move }
}

test('the first movement is read at once', () => {
  const { reads, move } = paced()
  move(['signals'])
  expect(reads).toEqual([{ atMs: 0, topics: ['signals'] }])
})

test('what moves during a read and its rest is read once, together, after it', async () => {
  const { reads, move } = paced()
  move(['signals'])
  for (let movement = 0; movement < 9; movement += 1) {
    await vi.advanceTimersByTimeAsync(50)
    move(movement % 2 === 0 ? ['alerts'] : ['signals', 'alerts'])
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reads).toEqual([
    { atMs: 0, topics: ['signals'] },
    { atMs: 10 * readMs, topics: ['alerts', 'signals'] },
  ])
})

test('a read after a rest is at once again, and no rest is longer than two seconds', async () => {
  const { reads, move } = paced(3_000)
  move(['signals'])
  move(['signals'])
  await vi.advanceTimersByTimeAsync(60_000)
  move(['signals'])
  expect(reads.map(({ atMs }) => atMs)).toEqual([0, 5_000, 60_000])
})
