import { type Collection, collectionSchema } from '@signalpost/domain'

export const collectionDocument = {
  description: 'The collection.',
  schema: collectionSchema,
  of: ({ id, name, description, createdAt }: Collection) => ({ id, name, description, createdAt }),
}
