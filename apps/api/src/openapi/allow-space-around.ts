import type { CreateDocumentOptions } from 'zod-openapi'

/**
 * Lengths of texts are counted without the surrounding space, which is stored all the same. So a response may be longer
 * than the number says, while requests are judged by it.
 */
export const allowSpaceAround: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  const { type, format, pattern } = jsonSchema
  const isFreeText = type === 'string' && format === undefined && pattern === undefined
  if (io === 'output' && isFreeText) delete jsonSchema.maxLength
}
