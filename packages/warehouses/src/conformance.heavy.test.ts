import { afterAll, describe, test } from 'vitest'
import { testEverydayCases } from './test-support/everyday-cases.ts'
import { testHeavyCases } from './test-support/heavy-cases.ts'
import { rigStarters } from './test-support/rigs/index.ts'
import { startRigs } from './test-support/start-rigs.ts'
import { testThoroughCases } from './test-support/thorough-cases.ts'

// `npm run warehouses`: every warehouse in all that it must keep, but for what `npm test` asks of those that start fast.

const { rigs, close } = await startRigs(rigStarters.filter((starter) => starter.findRemedy?.() === undefined))
afterAll(close)

describe.each(rigs)('$name', (rig) => {
  if (rig.isHeavy) testEverydayCases(rig)
  testThoroughCases(rig)
  // A stand-in shows the statements right; what they bear is the engine's to show.
  if (!rig.isStandIn) testHeavyCases(rig)
})

for (const { name, findRemedy } of rigStarters) {
  const remedy = findRemedy?.()
  if (remedy !== undefined) test.skip(`${name}, which takes: ${remedy}`)
}
