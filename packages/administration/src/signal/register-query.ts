import { idSchema, type RegisterFilters, registerFilters } from '@signalpost/domain'
import { booleanValue } from '@signalpost/rest'
import { z } from 'zod'

type Filter = (typeof registerFilters)[number]
type RegisterQuery = {
  [Name in keyof RegisterFilters]-?: z.ZodType<RegisterFilters[Name], string | undefined>
}

/** The parameters of a list of signals that filter by registers. */
export const registerQuery =
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
