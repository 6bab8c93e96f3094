import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import type { BackendName } from '../support/product/queue-store.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults/index.ts'
import { surviveFaults } from './survive-faults.ts'

const timeoutMs = 600_000
const stride = 16
const available = backendCases.filter((one) => !one.isMissing).map((one) => one.backend)

describe('faults that strike one after the other under load, while jobs vanish,', () => {
  for (const { backend, isMissing } of backendCases) {
    test.skipIf(isMissing)(
      `lose nothing and apply nothing twice on ${backend}`,
      async () => {
        const chosen = shareOf(backend)
        const { complaints, faults: struck } = await surviveFaults({
          backend,
          faults: chosen,
          seed: 20,
          losesJobs: true,
        })
        expect(complaints).toEqual([])
        expect(Object.keys(struck)).toEqual(chosen.map((fault) => fault.name))
      },
      timeoutMs,
    )
  }
})

/**
 * Returns every sixteenth fault, on one of its backends, because all of them take far longer; `npm run faults --
 * --list` names the others.
 */
function shareOf(backend: BackendName): Fault[] {
  return faults.filter((fault, index) => {
    const possible = available.filter((one) => fault.backends.includes(one))
    return index % stride === 0 && possible[(index / stride) % possible.length] === backend
  })
}
