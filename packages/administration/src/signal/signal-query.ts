import {
  accountKeySchema,
  classifications,
  freeText,
  idSchema,
  instantSchema,
  platforms,
  type RegisterFilters,
  registerFilters,
  signalCategories,
  urgencies,
} from '@signalpost/domain'
import { booleanValue, numberValue } from '@signalpost/rest'
import { z } from 'zod'

type Filter = (typeof registerFilters)[number]
type RegisterQuery = {
  [Name in keyof RegisterFilters]-?: z.ZodType<RegisterFilters[Name], string | undefined>
}

/** The parameters of a list of signals that filter by registers. */
const registerQuery =
  // The cast: the keys of an object made from pairs have no names for TypeScript.
  Object.fromEntries(registerFilters.map((filter) => [filter.name, parameterOf(filter)])) as RegisterQuery

function parameterOf(filter: Filter): z.ZodType<string | boolean | undefined, string | undefined> {
  if (filter.by === 'presence') return booleanValue.optional()
  if (filter.by === 'choice') {
    const { choices, description } = filter
    return z
      .enum([...choices, 'none'])
      .optional()
      .meta({ description })
  }
  const { description, example } = filter
  return idSchema.optional().meta({ description, example })
}

/** The parameters by which lists of signals are filtered: in the API, the console and the command line. */
export const signalQuery = {
  postedAfter: instantSchema.optional().meta({
    description:
      'The earliest postedAt, inclusive. Defaults to 30 days before `postedBefore`, or before now.',
  }),
  postedBefore: instantSchema.optional().meta({ description: 'The end of postedAt, exclusive.' }),
  listenerId: idSchema.optional().meta({ description: 'The listener that found it.', example: 'lsn_crm' }),
  source: z.enum(platforms).optional().meta({ description: 'The platform where it was posted.' }),
  classification: z.enum(classifications).optional().meta({ description: 'What kind of post it is.' }),
  signalCategory: z
    .enum(signalCategories)
    .optional()
    .meta({ description: 'What it says about its account.' }),
  urgency: z.enum(urgencies).optional().meta({ description: 'How soon it wants an answer.' }),
  accountKey: accountKeySchema.optional().meta({ description: 'The account that it is about.' }),
  scoreVersion: numberValue({ min: 1, max: 3 })
    .optional()
    .meta({ description: 'The rubric of relevanceScore; an absent one is 1.' }),
  minScore: numberValue({ min: 0, max: 100 }).optional().meta({ description: 'The least relevanceScore.' }),
  ...registerQuery,
}

/** The filter by words, of the console and the command line. */
export const wordsQuery = freeText({ min: 1, max: 200 })
  .optional()
  .meta({ description: 'Words that are all in the title or the excerpt, in any case.', example: 'crm team' })
