import type { AuditedState } from '@signalpost/database/acts'
import { createDeals, type DealOutcome } from '@signalpost/database/records'
import {
  accountKeySchema,
  type Deal,
  dealStages,
  externalIdSchema,
  idSchema,
  moneySchema,
  nameSchema,
  orgIdSchema,
  RejectedError,
} from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { type Call, defineChoice, defineCommandAct } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'
import { dealDocument } from './read-deals.ts'

/** Returns what the audit log shows of a deal. */
export function auditedDeal({ name, stage, value, accountKey, signalId, ownerId }: Deal): AuditedState {
  return { name, stage, value, accountKey, signalId, ownerId }
}

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
export const createDealsAct = defineCommandAct({
  name: 'deal.create',
  summary: 'Create deals.',
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

/** Throws RejectedError `not_found` for a signal that is not there. */
export const createDealChoice = defineChoice({
  name: 'deal.create_one',
  summary: 'Create a deal.',
  demands: 'member',
  input: newDealSchema
    .omit({ externalId: true })
    .extend({ orgId: orgIdSchema, stage: z.enum(dealStages).default('new') }),
  example: { name: 'Ten seats' },
  http: { method: 'post', path: '/pipeline', status: 201, errors: ['not_found'], operationId: 'createDeal' },
  output: dealDocument,
  choose: ({ orgId, ...deal }) => ({
    input,
    perform: async (services: RecordServices, { caller }: Call) => {
      const [outcome] = await createDealsAct.perform(services, { caller, input: { orgId, deals: [deal] } })
      if (outcome?.status !== 'created') throw new RejectedError('not_found', 'There is no such signal.')
      return outcome.deal
    },
  }),
})
