import { updateDeal } from '@signalpost/database/records'
import { dealStages, idSchema, moneySchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { type ActWork, defineAct } from '../define-act.ts'
import { auditedDeal } from './audited-deal.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  dealId: idSchema,
  stage: z.enum(dealStages).optional(),
  value: z.strictObject(moneySchema.shape).nullable().optional(),
  ownerId: idSchema.nullable().optional(),
})

/** Changes the members of a deal that are given. Returns the deal. Throws RejectedError `not_found`. */
export const updateDealAct = defineAct({
  name: 'deal.update',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, dealId, stage, value, ownerId } = given
    const changes = {
      ...(stage !== undefined && { stage }),
      ...(value !== undefined && { value }),
      ...(ownerId !== undefined && { ownerId }),
    }
    const updated = await updateDeal(transaction, { orgId, dealId, changes, nowMs: services.nowMs() })
    if (updated === undefined) throw new RejectedError('not_found', 'There is no such deal.')
    const states = { before: auditedDeal(updated.before), after: auditedDeal(updated.deal) }
    const target = { type: 'deal', id: dealId }
    return { result: updated.deal, change: changeBetween({ orgId, target, ...states }) }
  },
})
