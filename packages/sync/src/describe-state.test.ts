import { expect, test } from 'vitest'
import { describeState } from './describe-state.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = (secondsAgo: number) => new Date(nowMs - secondsAgo * 1_000)
const inSync: Parameters<typeof describeState>[0] = {
  ...{ state: 'idle', reason: null, failingSince: null, lagRows: 0, lagSeconds: 0 },
  ...{ lastSyncAt: at(5), dueAt: at(-15), rejectedRows: 0, tables: [] },
}
const table = { table: 'signals', position: 1, rowsBehind: 1, rowsTotal: null, rowsPerSecond: 100 }

test.each<[string, Partial<typeof inSync>]>([
  ['In sync: it has everything that changed.', {}],
  ['In sync: it has everything that changed, except 2 rows that it refuses.', { rejectedRows: 2 }],
  ['Not filled yet. 1,200 rows wait.', { lastSyncAt: null, lagRows: 1_200 }],
  ['Catching up: 1 row waits, the first for 3 seconds.', { lagRows: 1, lagSeconds: 3 }],
  [
    'Catching up: 30,000 rows wait, the first for 2 hours. About 5 minutes remain.',
    { state: 'syncing', lagRows: 30_000, lagSeconds: 7_200, tables: [table] },
  ],
  ['Paused: nothing is written to it. No row waits.', { state: 'paused' }],
  ['Paused: nothing is written to it. 5 rows wait.', { state: 'paused', lagRows: 5 }],
  [
    'Degraded for 1 minute: connection refused. It is tried again by itself, and delays nothing else.',
    { state: 'degraded', reason: 'connection refused', failingSince: at(61), lagRows: 3 },
  ],
  ['No worker has looked at it for 10 minutes. 7 rows wait.', { dueAt: at(600), lagRows: 7 }],
])('%s', (sentence, changes) => {
  expect(describeState({ ...inSync, ...changes }, nowMs)).toBe(sentence)
})
