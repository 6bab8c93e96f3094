import { afterAll, describe, test } from 'vitest'
import { testEverydayCases } from './cases/everyday-cases.ts'
import { testHeavyCases } from './cases/heavy-cases.ts'
import { testThoroughCases } from './cases/thorough-cases.ts'
import { startRigs } from './start-rigs.ts'
import type { RigStarter } from './warehouse-rig.ts'

/** Declares every case for some warehouses, except those that `npm test` runs. */
export async function testConformance(starters: readonly RigStarter[]): Promise<void> {
  const { rigs, close } = await startRigs(starters.filter((starter) => starter.findRemedy?.() === undefined))
  afterAll(close)

  describe.each(rigs)('$name', (rig) => {
    if (rig.isHeavy) testEverydayCases(rig)
    testThoroughCases(rig)
    // An emulation shows that statements are right; only the engine can show what they withstand.
    if (!rig.isStandIn) testHeavyCases(rig)
  })

  for (const { name, findRemedy } of starters) {
    const remedy = findRemedy?.()
    if (remedy !== undefined) test.skip(`${name}, which takes: ${remedy}`)
  }
}
