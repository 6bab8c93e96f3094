import { createDeals, type DealOutcome } from '@signalpost/database/records'
import {
  accountKeySchema,
  dealStages,
  externalIdSchema,
  idSchema,
  moneySchema,
  nameSchema,
  orgIdSchema,
} from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { auditedDeal } from './audited-deal.ts'
import type { RecordServices } from './record-services.ts'

const newDealSchema = z.strictObject({
  name: nameSchema,
  stage: z.enum(dealStages),
  value: z.strictObject(moneySchema.shape).optional(),
  accountKey: accountKeySchema.optional(),
  signalId: idSchema.optional(),
  ownerId: idSchema.optional(),
  externalId: externalIdSchema.optional(),
})

const input = z.strictObject({ orgId: orgIdSchema, deals: z.array(newDealSchema).min(1).max(100) })

/** Creates deals and returns the outcome of each. Each created deal has its own audit row: a row has one target. */
export const createDealsAct = defineAct({
  name: 'deal.create',
  demands: 'member',
  input,
  run: async ({
    transaction,
    services,
    input: { orgId, deals },
  }: ActWork<z.output<typeof input>, RecordServices>) => {
    const result: DealOutcome[] = await createDeals(transaction, { orgId, deals, nowMs: services.nowMs() })
    const change = result.flatMap((outcome) => {
      if (outcome.status !== 'created') return []
      const { deal } = outcome
      return { orgId, target: { type: 'deal', id: deal.id }, before: null, after: auditedDeal(deal) }
    })
    return { result, change }
  },
})
