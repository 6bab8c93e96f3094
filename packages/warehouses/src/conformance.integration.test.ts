import { afterAll, describe, expect, test } from 'vitest'
import { warehouseKinds } from './index.ts'
import { testEverydayCases } from './test-support/cases/everyday-cases.ts'
import { rigStarters } from './test-support/rigs/index.ts'
import { startRigs } from './test-support/start-rigs.ts'

// The first cases for every warehouse; `npm run warehouses` has the rest. A new kind is not tested until it has a rig,
// and the first test says so.

const { rigs, close } = await startRigs(rigStarters.filter(({ isHeavy }) => !isHeavy))
afterAll(close)

test('has something real for every kind of warehouse, each found again', () => {
  const kinds = warehouseKinds.map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect([...new Set(rigStarters.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted())
})

describe.each(rigs)('$name', (rig) => {
  testEverydayCases(rig)
})
