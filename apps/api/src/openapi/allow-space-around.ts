import type { CreateDocumentOptions } from 'zod-openapi'

/**
 * The lengths of texts are counted without the space around them, which is kept all the same. So what we show may be
 * longer than the number says, while what we are sent is judged by it.
 */
export const allowSpaceAround: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  const { type, format, pattern } = jsonSchema
  const isFreeText = type === 'string' && format === undefined && pattern === undefined
  if (io === 'output' && isFreeText) delete jsonSchema.maxLength
}
