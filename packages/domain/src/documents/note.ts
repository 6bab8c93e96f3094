import { z } from 'zod'
import { accountKeySchema, freeText, idSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'

export const noteBodySchema = freeText({ min: 1, max: 10_000 })

/** The record of a note. An account's id is its key. */
export const noteTargetSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('signal'), id: idSchema }),
    z.strictObject({ type: z.literal('account'), id: accountKeySchema }),
    z.strictObject({ type: z.literal('deal'), id: idSchema }),
  ],
  { error: 'expected an object with a type and an id, the type one of signal, account, deal' },
)

export type NoteTarget = z.infer<typeof noteTargetSchema>

/** A text that a person attached to a record. */
export const noteSchema = z
  .object({
    id: idSchema,
    target: noteTargetSchema,
    body: noteBodySchema,
    createdAt: instantSchema,
    createdBy: idSchema,
  })
  .meta({ id: 'Note' })

export type Note = z.infer<typeof noteSchema>
