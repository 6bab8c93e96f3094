import type { ReceivedRequest, StoredBatch } from '@signalpost/database/ledger'
import { TransientError } from '@signalpost/domain'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGatherer, type GatherLimits } from './gather-deliveries.ts'

/** A flush that a test ends at will. */
type Flush = { requests: ReceivedRequest[]; succeed: () => Promise<void>; fail: () => Promise<void> }

let nowMs: number

beforeEach(() => {
  nowMs = 1_000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function open(limits: Partial<GatherLimits> = {}) {
  const flushes: Flush[] = []
  const stored: string[] = []
  let batches = 0
  const gatherer = createGatherer({
    createBatch: () => {
      batches += 1
      return { batchId: `bat_${batches - 1}`, createId: (prefix) => prefix }
    },
    store: (requests, { batchId }) => {
      const { promise, resolve, reject } = Promise.withResolvers<StoredBatch>()
      const deliveryIds = requests.map(({ events }) => events.map(({ eventId }) => `dlv_${eventId}`))
      flushes.push({
        requests,
        succeed: () => settled(() => resolve({ batchId, deliveryIds })),
        fail: () => settled(() => reject(new Error('the store said no'))),
      })
      return promise
    },
    onStored: (batchId) => stored.push(batchId),
    limits,
    nowMs: () => nowMs,
  })
  return { gatherer, flushes, stored }
}

async function settled(act: () => void): Promise<void> {
  act()
  await new Promise((resolve) => setImmediate(resolve))
}

/** Advances the clock and the timer that reads it. */
async function pass(ms: number): Promise<void> {
  nowMs += ms
  await settled(() => vi.advanceTimersByTime(50))
}

function requestOf(id: string, { events = 1, bytes = 1 } = {}): ReceivedRequest {
  return {
    sourceId: 'src_1',
    orgId: 'org_1',
    receivedAtMs: 0,
    traceId: id,
    signatureHeaders: {},
    body: Buffer.alloc(bytes),
    events: Array.from({ length: events }, (_, index) => ({ eventId: `${id}${index}`, type: 'ping' })),
  }
}

function namesOf({ requests }: Flush): string[] {
  return requests.map(({ traceId }) => traceId)
}

/** Returns the outcome of a promise so far. */
function outcomeOf(promise: Promise<unknown>): () => unknown {
  let outcome: unknown = 'waiting'
  promise.then(
    (value) => {
      outcome = value
    },
    (error: unknown) => {
      outcome = error
    },
  )
  return () => outcome
}

describe('a request', () => {
  test('that comes alone is stored at once and has its ids when that is done', async () => {
    const { gatherer, flushes, stored } = open()
    const a = outcomeOf(gatherer.gather(requestOf('a', { events: 2 })))
    expect(flushes.map(namesOf)).toEqual([['a']])
    await pass(0)
    expect(a()).toBe('waiting')
    await flushes[0]?.succeed()
    expect(a()).toEqual(['dlv_a0', 'dlv_a1'])
    expect(stored).toEqual(['bat_0'])
  })

  test('that comes while a flush is in flight is gathered with all others and stored with them', async () => {
    const { gatherer, flushes, stored } = open({ flushesAtOnce: 1 })
    void gatherer.gather(requestOf('a'))
    const [b, c, d] = ['b', 'c', 'd'].map((id) => outcomeOf(gatherer.gather(requestOf(id, { events: 2 }))))
    expect(flushes.map(namesOf)).toEqual([['a']])
    expect(gatherer.waitingEvents()).toBe(6)
    await flushes[0]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b', 'c', 'd']])
    expect(gatherer.waitingEvents()).toBe(0)
    await flushes[1]?.succeed()
    expect([b?.(), c?.(), d?.()]).toEqual([
      ['dlv_b0', 'dlv_b1'],
      ['dlv_c0', 'dlv_c1'],
      ['dlv_d0', 'dlv_d1'],
    ])
    expect(stored).toEqual(['bat_0', 'bat_1'])
  })
})

describe('flushes', () => {
  test('go one by one while each is quick', async () => {
    const { gatherer, flushes } = open({ flushPatienceMs: 20 })
    void gatherer.gather(requestOf('a'))
    nowMs += 19
    for (const id of ['b', 'c']) void gatherer.gather(requestOf(id))
    expect(flushes.map(namesOf)).toEqual([['a']])
    await flushes[0]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b', 'c']])
  })

  test('go beside one that is slow, also when nothing comes any more', async () => {
    const { gatherer, flushes } = open({ flushPatienceMs: 20 })
    for (const id of ['a', 'b', 'c']) void gatherer.gather(requestOf(id))
    expect(flushes.map(namesOf)).toEqual([['a']])
    await pass(20)
    expect(flushes.map(namesOf)).toEqual([['a'], ['b', 'c']])
  })

  test('are two at most, and the next begins when either ends', async () => {
    const { gatherer, flushes } = open({ flushPatienceMs: 0 })
    for (const id of ['a', 'b', 'c', 'd']) void gatherer.gather(requestOf(id))
    expect(flushes.map(namesOf)).toEqual([['a'], ['b']])
    await flushes[1]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b'], ['c', 'd']])
  })

  test('are bounded in events', async () => {
    const { gatherer, flushes } = open({ flushesAtOnce: 1, flushEvents: 4 })
    void gatherer.gather(requestOf('a'))
    for (const id of ['b', 'c', 'd']) void gatherer.gather(requestOf(id, { events: 2 }))
    await flushes[0]?.succeed()
    await flushes[1]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b', 'c'], ['d']])
  })

  test('are bounded in bytes', async () => {
    const { gatherer, flushes } = open({ flushesAtOnce: 1, flushBytes: 10 })
    void gatherer.gather(requestOf('a'))
    for (const id of ['b', 'c', 'd']) void gatherer.gather(requestOf(id, { bytes: 5 }))
    await flushes[0]?.succeed()
    await flushes[1]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b', 'c'], ['d']])
  })

  test('take a request that is larger than the bound by itself', async () => {
    const { gatherer, flushes } = open({ flushesAtOnce: 1, flushEvents: 4, flushBytes: 10 })
    void gatherer.gather(requestOf('a', { events: 5 }))
    void gatherer.gather(requestOf('b', { bytes: 11 }))
    void gatherer.gather(requestOf('c'))
    await flushes[0]?.succeed()
    await flushes[1]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b'], ['c']])
  })

  test('that fail reject all of their requests, and the next one continues', async () => {
    const { gatherer, flushes, stored } = open({ flushesAtOnce: 1 })
    void gatherer.gather(requestOf('a'))
    const [b, c] = ['b', 'c'].map((id) => outcomeOf(gatherer.gather(requestOf(id))))
    await flushes[0]?.succeed()
    const d = outcomeOf(gatherer.gather(requestOf('d')))
    await flushes[1]?.fail()
    for (const outcome of [b?.(), c?.()]) {
      expect(outcome).toBeInstanceOf(TransientError)
      expect(outcome).toMatchObject({ retryAfterMs: 1_000, cause: new Error('the store said no') })
    }
    await flushes[2]?.succeed()
    expect(d()).toEqual(['dlv_d0'])
    expect(stored).toEqual(['bat_0', 'bat_2'])
  })
})

describe('when requests arrive fast', () => {
  /** Lets requests arrive at 2,000 a second until the gatherer knows. Returns how many there were. */
  async function arriveFast({ gatherer, flushes }: ReturnType<typeof open>): Promise<void> {
    for (let index = 0; index < 200; index += 1) {
      nowMs += 0.5
      void gatherer.gather(requestOf(`r${index}`))
    }
    for (let ended = 0; ended < flushes.length; ended += 1) await flushes[ended]?.succeed()
    flushes.length = 0
  }

  test('a flush begins some time after the last one began, with all that came', async () => {
    const rig = open({ paceMs: 10 })
    await arriveFast(rig)
    const { gatherer, flushes } = rig
    void gatherer.gather(requestOf('a'))
    nowMs += 1
    void gatherer.gather(requestOf('b'))
    expect(flushes).toEqual([])
    await pass(9)
    expect(flushes.map(namesOf)).toEqual([['a', 'b']])
  })

  test('a flush begins at once when enough wait', async () => {
    const rig = open({ paceMs: 10, paceRequests: 3 })
    await arriveFast(rig)
    const { gatherer, flushes } = rig
    for (const id of ['a', 'b']) void gatherer.gather(requestOf(id))
    expect(flushes).toEqual([])
    void gatherer.gather(requestOf('c'))
    expect(flushes.map(namesOf)).toEqual([['a', 'b', 'c']])
  })

  test('closing waits for no pace, and announces what was stored', async () => {
    const rig = open({ paceMs: 10, batchMs: 60_000 })
    await arriveFast(rig)
    const { gatherer, flushes, stored } = rig
    void gatherer.gather(requestOf('a'))
    const before = stored.length
    const closed = gatherer.close()
    expect(flushes.map(namesOf)).toEqual([['a']])
    await flushes[0]?.succeed()
    await closed
    expect(stored.length).toBe(before + 1)
  })
})

describe('the bound', () => {
  test.each([
    ['events', { waitingEvents: 4 }, { events: 2 }],
    ['bytes', { waitingBytes: 10 }, { bytes: 5 }],
  ])('in %s refuses what goes past it, and that is never stored', async (_case, limits, size) => {
    const { gatherer, flushes } = open({ flushesAtOnce: 1, ...limits })
    void gatherer.gather(requestOf('a'))
    const [b, c, d] = ['b', 'c', 'd'].map((id) => outcomeOf(gatherer.gather(requestOf(id, size))))
    await pass(0)
    expect([b?.(), c?.()]).toEqual(['waiting', 'waiting'])
    expect(d?.()).toBeInstanceOf(TransientError)
    expect(d?.()).toMatchObject({ retryAfterMs: 1_000 })
    await flushes[0]?.succeed()
    await flushes[1]?.succeed()
    expect(flushes.map(namesOf)).toEqual([['a'], ['b', 'c']])
    const again = outcomeOf(gatherer.gather(requestOf('d', size)))
    await flushes[2]?.succeed()
    expect(again()).toEqual(expect.arrayContaining(['dlv_d0']))
  })

  test('lets a request wait that is larger than it, when nothing else waits', async () => {
    const { gatherer, flushes } = open({ flushesAtOnce: 1, waitingEvents: 4 })
    void gatherer.gather(requestOf('a'))
    const b = outcomeOf(gatherer.gather(requestOf('b', { events: 5 })))
    const c = outcomeOf(gatherer.gather(requestOf('c')))
    await flushes[0]?.succeed()
    await flushes[1]?.succeed()
    expect(b()).toHaveLength(5)
    expect(c()).toBeInstanceOf(TransientError)
  })
})

test('the deadline rejects what waits, and that is never stored', async () => {
  const { gatherer, flushes } = open({ flushesAtOnce: 1, deadlineMs: 100 })
  gatherer.gather(requestOf('a')).catch(() => undefined)
  const b = outcomeOf(gatherer.gather(requestOf('b')))
  await pass(60)
  const c = outcomeOf(gatherer.gather(requestOf('c')))
  await pass(39)
  expect(b()).toBe('waiting')
  await pass(1)
  expect(b()).toBeInstanceOf(TransientError)
  expect(c()).toBe('waiting')
  expect(gatherer.waitingEvents()).toBe(1)
  await flushes[0]?.succeed()
  await flushes[1]?.succeed()
  expect(c()).toEqual(['dlv_c0'])
  expect(flushes.map(namesOf)).toEqual([['a'], ['c']])
})

test('the deadline rejects what is in flight; when that is stored all the same, it is enqueued', async () => {
  const { gatherer, flushes, stored } = open({ deadlineMs: 100 })
  const a = outcomeOf(gatherer.gather(requestOf('a')))
  await pass(100)
  expect(a()).toBeInstanceOf(TransientError)
  expect(a()).toMatchObject({ retryAfterMs: 1_000 })
  await flushes[0]?.succeed()
  expect(a()).toBeInstanceOf(TransientError)
  expect(stored).toEqual(['bat_0'])
})

test('the deadline counts from the given moment, whatever came before', async () => {
  const { gatherer } = open({ flushesAtOnce: 1, deadlineMs: 100 })
  gatherer.gather(requestOf('a')).catch(() => undefined)
  const b = outcomeOf(gatherer.gather(requestOf('b')))
  const c = outcomeOf(gatherer.gather(requestOf('c'), nowMs - 70))
  await pass(30)
  expect(b()).toBe('waiting')
  expect(c()).toBeInstanceOf(TransientError)
})

test('closing waits for what is in flight and for what was gathered', async () => {
  const { gatherer, flushes } = open({ flushesAtOnce: 1 })
  void gatherer.gather(requestOf('a'))
  const b = outcomeOf(gatherer.gather(requestOf('b')))
  const closed = outcomeOf(gatherer.close())
  await flushes[0]?.succeed()
  expect(closed()).toBe('waiting')
  await flushes[1]?.succeed()
  expect(b()).toEqual(['dlv_b0'])
  expect(closed()).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('closing waits for a flush that fails', async () => {
  const { gatherer, flushes } = open()
  const a = outcomeOf(gatherer.gather(requestOf('a')))
  const closed = outcomeOf(gatherer.close())
  await flushes[0]?.fail()
  expect(a()).toBeInstanceOf(TransientError)
  expect(closed()).toBeUndefined()
})

test('no timer runs while nothing waits', async () => {
  const { gatherer, flushes } = open()
  expect(vi.getTimerCount()).toBe(0)
  void gatherer.gather(requestOf('a'))
  expect(vi.getTimerCount()).toBe(1)
  await flushes[0]?.succeed()
  await pass(50)
  expect(vi.getTimerCount()).toBe(0)
})
