import { type Collection, collectionNameSchema, collectionSchema } from '@signalpost/domain'

export const collectionName = collectionNameSchema.meta({
  description: 'What it is called in the workspace.',
})

export const collectionDocument = {
  description: 'The collection.',
  schema: collectionSchema,
  of: ({ id, name, description, createdAt }: Collection) => ({ id, name, description, createdAt }),
}
