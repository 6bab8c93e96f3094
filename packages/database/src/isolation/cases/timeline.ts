import * as timeline from '../../timeline/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { ours, signalId } from '../same-records.ts'

export const timelineCases: DoorCases = {
  door: timeline,
  queriesOf: ({ database }) => ({
    findTimeline: () =>
      timeline.findTimeline(database, { orgId: ours, signalId, ledgerDays: 30, nowMs: Date.now() }),
  }),
  others: {},
}
