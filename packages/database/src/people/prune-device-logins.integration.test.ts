import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { createDeviceLogin, pruneDeviceLogins } from './device-logins.ts'

const hourMs = 3_600_000
const nowMs = Date.parse('2026-11-20T12:00:00Z')

test('requests of command lines are removed an hour after their end', async ({ connection }) => {
  const { database } = connection
  for (const endsMs of [nowMs - 2 * hourMs, nowMs - hourMs / 2, nowMs + hourMs]) {
    await createDeviceLogin(database, {
      ...{ deviceSha256: randomBytes(32), userSha256: randomBytes(32), intervalSeconds: 5 },
      ...{ hostName: 'laptop', address: '203.0.113.9', agent: null },
      ...{ nowMs: endsMs - hourMs, endsMs },
    })
  }
  expect(await pruneDeviceLogins(database, { nowMs })).toBe(1)
  expect(await pruneDeviceLogins(database, { nowMs })).toBe(0)
})
