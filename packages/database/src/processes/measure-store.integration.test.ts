import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { measureStore } from './measure-store.ts'
import { readConnectionLimits } from './read-connection-limits.ts'

test('measures the server of a database without archive and standbys', async ({ database }) => {
  const { most, reserved } = await readConnectionLimits(database)
  const measures = await measureStore(database)
  expect(measures).toEqual({
    databaseBytes: expect.any(Number),
    connections: expect.any(Number),
    connectionsMost: most - reserved,
    archive: undefined,
    retainedWalBytes: 0,
    standbys: 0,
    standbyLagBytes: undefined,
  })
  expect(measures.databaseBytes).toBeGreaterThan(1_000_000)
  expect(measures.connections).toBeGreaterThanOrEqual(1)
})
