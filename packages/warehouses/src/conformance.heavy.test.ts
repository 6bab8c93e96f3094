import { afterAll, describe, test } from 'vitest'
import { testEverydayCases } from './test-support/cases/everyday-cases.ts'
import { testHeavyCases } from './test-support/cases/heavy-cases.ts'
import { testThoroughCases } from './test-support/cases/thorough-cases.ts'
import { rigStarters } from './test-support/rigs/index.ts'
import { startRigs } from './test-support/start-rigs.ts'

// `npm run warehouses`: every case for every warehouse, except those that `npm test` runs.

const { rigs, close } = await startRigs(rigStarters.filter((starter) => starter.findRemedy?.() === undefined))
afterAll(close)

describe.each(rigs)('$name', (rig) => {
  if (rig.isHeavy) testEverydayCases(rig)
  testThoroughCases(rig)
  // An emulation shows that statements are right; only the engine can show what they withstand.
  if (!rig.isStandIn) testHeavyCases(rig)
})

for (const { name, findRemedy } of rigStarters) {
  const remedy = findRemedy?.()
  if (remedy !== undefined) test.skip(`${name}, which takes: ${remedy}`)
}
