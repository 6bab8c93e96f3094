import { accountReferenceSchema, freeText, idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'

export const idInput = idSchema.meta({ maxLength: 200 })

export const momentInput = instantSchema.meta({ example: undefined })

export const accountKeyInput = accountReferenceSchema

export const wordsInput = freeText({ min: 1, max: 200 })

/** A user, `me`, or for lists of signals `none`. */
export const userInput = idInput.meta({ description: 'An id of a user, or me' })

export const flag = z.boolean()

/** Equal keys have one effect. */
export const requestKeyInput = z.string().min(1).max(200).optional()

/** The members that every list takes. */
export const listInput = {
  limit: z.int().min(1).max(50).default(10),
  cursor: z.string().min(1).max(4_000).optional(),
}

export const listOutput = z.object({
  items: z.array(z.looseObject({})),
  nextCursor: z.string().nullable(),
  more: z.int().optional(),
  note: z.string().optional(),
})

/** One record, whose members the answer names. */
export const recordOutput = z.looseObject({})
