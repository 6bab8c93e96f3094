import { expect, test } from 'vitest'
import { pause } from './pause.ts'

test('lasts as long as the delay', async () => {
  const startedMs = performance.now()
  await pause(20, new AbortController().signal)
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(18)
})

test('ends when its signal is aborted, without an error', async () => {
  const ending = new AbortController()
  const pausing = pause(60_000, ending.signal)
  ending.abort()
  await expect(pausing).resolves.toBeUndefined()
})

test('does not begin when its signal was aborted before', async () => {
  await expect(pause(60_000, AbortSignal.abort())).resolves.toBeUndefined()
})
