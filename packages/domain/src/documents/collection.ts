import { z } from 'zod'
import { freeText, idSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'

export const collectionNameSchema = freeText({ min: 1, max: 120 }).overwrite((name) => name.trim())
export const collectionDescriptionSchema = freeText({ max: 2000 })

/** A named list of signals, shared by its workspace. */
export const collectionSchema = z
  .object({
    id: idSchema,
    name: collectionNameSchema,
    description: collectionDescriptionSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({ id: 'Collection' })

export type Collection = z.infer<typeof collectionSchema>
