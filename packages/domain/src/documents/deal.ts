import { z } from 'zod'
import { accountKeySchema, freeText, idSchema, nameSchema, orgIdSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'
import { dealStages } from './vocabulary.ts'

/** An amount of money in minor units, and an ISO 4217 code. */
export const moneySchema = z.object({
  amount: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/, { message: 'expected three capital letters' }),
})

export const externalIdSchema = freeText({ min: 1, max: 200 })

/** A Deal as the API shows it. All members are present; unknown ones are null. */
export const dealSchema = z
  .object({
    id: idSchema,
    orgId: orgIdSchema,
    name: nameSchema,
    stage: z.enum(dealStages),
    open: z.boolean(),
    value: moneySchema.nullable(),
    accountKey: accountKeySchema.nullable(),
    signalId: idSchema.nullable(),
    ownerId: idSchema.nullable(),
    externalId: externalIdSchema.nullable(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Deal' })

export type Deal = z.infer<typeof dealSchema>

/** A Deal in an event: `id`, `name`, `stage` and any other member. Null counts as absent. */
export const dealInputSchema = z.object({
  id: idSchema,
  orgId: orgIdSchema.optional(),
  name: nameSchema,
  stage: z.enum(dealStages),
  value: moneySchema.optional(),
  accountKey: accountKeySchema.optional(),
  signalId: idSchema.optional(),
  ownerId: idSchema.optional(),
  externalId: externalIdSchema.optional(),
  createdAt: instantSchema.optional(),
  updatedAt: instantSchema.optional(),
})

export type DealInput = z.infer<typeof dealInputSchema>

export function isOpen(stage: Deal['stage']): boolean {
  return stage !== 'won' && stage !== 'lost'
}

/** Returns the stages that filters leave: one stage, and those that are open or those that are not. */
export function stagesOf({
  stage,
  open,
}: {
  stage?: Deal['stage'] | undefined
  open?: boolean | undefined
}): Deal['stage'][] {
  return dealStages.filter(
    (one) => (stage === undefined || one === stage) && (open === undefined || isOpen(one) === open),
  )
}
