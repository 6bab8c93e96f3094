import { countAnalysis } from '@signalpost/database/analyses'
import { idSchema, orgIdSchema, TransientError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActServices, type ActWork, defineAct } from '../define-act.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  /** The reservation. */
  analysisId: idSchema,
  /** Of the website. Its path and query may hold what is secret. */
  host: z.string().min(1).max(300),
})

/**
 * Counts the analysis of a website that was reserved, and returns how much of the month's allowance is used. Throws
 * TransientError if the reservation has ended.
 */
export const countAnalysisAct = defineAct({
  name: 'website.analyse',
  demands: 'member',
  input,
  run: async ({
    transaction,
    input: { host, ...reserved },
  }: ActWork<z.output<typeof input>, Pick<ActServices, 'database' | 'nowMs'>>) => {
    const usage = await countAnalysis(transaction, reserved)
    if (usage === undefined) throw new TransientError('The reservation of the analysis has ended.')
    const { orgId, analysisId } = reserved
    return {
      result: { ...usage, resetsAt: usage.resetsAt.toISOString() },
      change: { orgId, target: { type: 'website', id: host }, before: null, after: { analysisId } },
    }
  },
})
