import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { TransientError } from '@signalpost/domain'
import { afterEach, expect, test, vi } from 'vitest'
import { createThreads, type Threads } from './create-threads.ts'

const entry = new URL('../test-support/showing-thread.ts', import.meta.url)
const { signal } = new AbortController()
const opened: Threads[] = []

function threadsOf(options: Partial<Parameters<typeof createThreads>[0]> = {}): Threads {
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 }
  const threads = createThreads({ entry, resourceLimits, busy: 'Too many wait.', ...options })
  opened.push(threads)
  return threads
}

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(opened.splice(0).map((threads) => threads.close()))
})

async function show(thread: Worker): Promise<unknown> {
  thread.postMessage('show')
  const [shown] = await once(thread, 'message')
  return shown
}

test('gives a thread nothing of the environment', async () => {
  vi.stubEnv('SIGNALPOST_MASTER_KEY', 'canary')
  expect(await threadsOf().run(signal, show)).toEqual({ env: {}, argv: [] })
})

test('lends a thread again after work that succeeded, and ends it after work that failed', async () => {
  const threads = threadsOf()
  const seen = new Set<number>()
  const note = (thread: Worker): Promise<unknown> => {
    seen.add(thread.threadId)
    return show(thread)
  }
  await threads.run(signal, note)
  await threads.run(signal, note)
  expect([seen.size, threads.count()]).toEqual([1, 1])
  await expect(threads.run(signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(threads.count()).toBe(0)
  await threads.run(signal, note)
  expect(seen.size).toBe(2)
})

test('lets callers wait in order, refuses those past the queue, and passes over those that gave up', async () => {
  const threads = threadsOf({ most: 1, mostWaiting: 2 })
  const first = Promise.withResolvers<void>()
  const begun: string[] = []
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    () => {
      begun.push(name)
      return until
    }
  const running = threads.run(signal, work('first', first.promise))
  const abort = new AbortController()
  const gone = threads.run(abort.signal, work('gone'))
  const second = threads.run(signal, work('second'))
  await expect(threads.run(signal, work('refused'))).rejects.toBeInstanceOf(TransientError)
  abort.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  expect(begun).toEqual(['first'])
  first.resolve()
  await Promise.all([running, second])
  expect(begun).toEqual(['first', 'second'])
})

test('ends a thread that has no work for a while', async () => {
  const threads = threadsOf({ idleMs: 1 })
  await threads.run(signal, show)
  await expect.poll(threads.count).toBe(0)
})
