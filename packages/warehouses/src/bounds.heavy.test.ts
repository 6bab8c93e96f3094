import { dirname } from 'node:path'
import { afterAll, describe } from 'vitest'
import { testEverydayCases } from './test-support/cases/everyday-cases.ts'
import { rigStarters } from './test-support/rigs/index.ts'
import { type StartedRig, startRigs } from './test-support/start-rigs.ts'
import type { Place } from './test-support/warehouse-rig.ts'

// A warehouse that was created over HTTP does all that one of the operator does, within its bounds.

const usable = rigStarters.filter(({ findRemedy }) => findRemedy?.() === undefined)
const { rigs, close } = await startRigs(usable)
afterAll(close)

describe.each(rigs)('$name with bounds that allow it', (rig) => {
  testEverydayCases(withBounds(rig))
})

/** The stand-ins resolve no name. */
function withBounds(rig: StartedRig): StartedRig {
  const allowedNetworks = { has: (address: string) => address === '127.0.0.1' }
  const lookup = (name: string) => Promise.resolve(name.endsWith('.invalid') ? [] : ['127.0.0.1'])
  return {
    ...rig,
    createPlace: async (): Promise<Place> => {
      const place = await rig.createPlace()
      const { path } = Object(place.settings)
      const directory = typeof path === 'string' ? dirname(path) : undefined
      return { ...place, bounds: { allowedNetworks, directory, lookup } }
    },
  }
}
