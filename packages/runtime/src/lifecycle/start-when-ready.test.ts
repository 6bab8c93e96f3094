import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from '../logging/create-logger.ts'
import { startWhenReady } from './start-when-ready.ts'

afterEach(() => void vi.restoreAllMocks())

test('a store that answers soon is no news, and one that stays away is said', async () => {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const logger = createLogger({ name: 'test', level: 'silent' })
  const warn = vi.spyOn(logger, 'warn')
  const check = vi.fn(() => Promise.reject(new Error('away')))
  const checks = [{ name: 'postgres', hint: 'check DATABASE_URL', check }]
  const startup = startWhenReady({ logger, checks, begin: () => undefined })
  await vi.waitFor(() => expect(startup.waitsFor()).toContain('does not answer'))
  expect(warn).not.toHaveBeenCalled()
  nowMs = 5_000
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 10_000 })
  await startup.abandon()
})
