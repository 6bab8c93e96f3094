import * as analyses from '../../analyses/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { ours, theirs } from '../same-records.ts'

export const analysesCases: DoorCases = {
  door: analyses,
  queriesOf: ({ database, idsOf }) => ({
    takeAnalysisCall: ({ keyId }) =>
      analyses.takeAnalysisCall(database, { orgId: ours, callerId: keyId, limit: 1 }),
    analyseWithin: ({ keyId }) =>
      refusal(
        analyses.analyseWithin(database, { orgId: ours, callerId: keyId, callerKind: 'key' }, async () => 1),
      ),
    reserveAnalysis: () => analyses.reserveAnalysis(database, { orgId: ours, leaseMs: 60_000 }),
    countAnalysis: async ({ analysisId }) =>
      database
        .transaction()
        .execute(async (transaction) => [
          await analyses.countAnalysis(transaction, { orgId: ours, analysisId }),
          await analyses.countAnalysis(transaction, { orgId: ours, analysisId: idsOf(theirs).analysisId }),
        ]),
    releaseAnalysis: () =>
      analyses.releaseAnalysis(database, { orgId: ours, analysisId: idsOf(theirs).analysisId }),
  }),
  others: {},
}
