import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import type { BackendName } from '../support/queue-store.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults/index.ts'
import { surviveFaults } from './survive-faults.ts'

const timeoutMs = 600_000
const available = backendCases.filter((one) => !one.isMissing).map((one) => one.backend)

describe.concurrent('faults that strike one after the other under load, while jobs vanish,', () => {
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

/** Each fault strikes on one of the backends that it may strike on; a run of every fault on all takes far longer. */
function shareOf(backend: BackendName): Fault[] {
  return faults.filter((fault, index) => {
    const possible = available.filter((one) => fault.backends.includes(one))
    return possible[index % possible.length] === backend
  })
}
