import { updateDeal } from '@signalpost/database/records'
import { dealStages, idSchema, moneySchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import type { ActWork } from '../define-act.ts'
import { defineChoice, defineCommandAct } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'
import { auditedDeal } from './create-deals.ts'
import { dealDocument } from './read-deals.ts'

/** What of a deal may be changed. */
export const dealMembers = z.strictObject({
  stage: z.enum(dealStages).optional(),
  value: z.strictObject(moneySchema.shape).nullable().optional().meta({
    description: 'The new value; null clears it.',
  }),
  ownerId: idSchema.nullable().optional().meta({ description: 'The new owner; null clears it.' }),
})

/** Refuses a change of nothing, at `path`. */
export function demandChange<Schema extends z.ZodType<z.output<typeof dealMembers>>>(
  schema: Schema,
  path: string[] = [],
): Schema {
  return schema.refine(
    ({ stage, value, ownerId }) => [stage, value, ownerId].some((member) => member !== undefined),
    { path, error: 'expected at least one of stage, value, ownerId' },
  )
}

const changes = z.strictObject({ orgId: orgIdSchema, dealId: idSchema, ...dealMembers.shape })

const input = changes.extend({
  /** What the members are now, where the caller wants to change nothing else. */
  expected: dealMembers.optional(),
})

/** Changes the members of a deal that are given. Returns the deal. Throws RejectedError `not_found`, and `conflict` if a member is not what is expected. */
export const updateDealAct = defineCommandAct({
  name: 'deal.update',
  summary: 'Change the stage, the value or the owner of a deal.',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, dealId, stage, value, ownerId, expected } = given
    const updated = await updateDeal(transaction, {
      ...{ orgId, dealId, nowMs: services.nowMs() },
      changes: givenOf({ stage, value, ownerId }),
      expected: givenOf(expected),
    })
    if (updated === undefined) throw new RejectedError('not_found', 'There is no such deal.')
    const states = { before: auditedDeal(updated.before), after: auditedDeal(updated.deal) }
    const target = { type: 'deal', id: dealId }
    return { result: updated.deal, change: changeBetween({ orgId, target, ...states }) }
  },
})

/** Leaves out what is undefined: it is neither changed nor compared. */
function givenOf({ stage, value, ownerId }: z.output<typeof dealMembers> = {}) {
  return {
    ...(stage !== undefined && { stage }),
    ...(value !== undefined && { value }),
    ...(ownerId !== undefined && { ownerId }),
  }
}

export const updateDealChoice = defineChoice({
  name: 'deal.change',
  summary: updateDealAct.summary,
  demands: 'member',
  input: demandChange(changes),
  example: { value: null },
  http: { method: 'patch', path: '/pipeline/{id}', errors: ['not_found'], operationId: 'updateDeal' },
  output: dealDocument,
  choose: () => updateDealAct,
})
