import * as canary from '../../canary/index.ts'
import type { DoorCases } from '../door-cases.ts'

export const canaryCases: DoorCases = {
  door: canary,
  queriesOf: () => ({}),
  others: {
    saveCanary: 'the installation has one, in a workspace of its own',
    findCanary: 'the installation has one, in a workspace of its own',
    listCanaryResults: 'they are those of the only one',
    removeCanary: 'the installation has one, in a workspace of its own',
    leaseCanaryRound: 'the installation has one, in a workspace of its own',
    recordCanaryStage: 'by the lease of a round',
    endCanaryRound: 'by the lease of a round',
  },
}
