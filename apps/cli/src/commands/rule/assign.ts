import { z } from 'zod'

/** Parses `round-robin:ID,ID`. */
export const assignSchema = z.string().transform((text, context) => {
  const [, ids] = /^round-robin:([^,\s]+(?:,[^,\s]+)*)$/.exec(text) ?? []
  if (ids !== undefined) return { roundRobin: [...new Set(ids.split(','))] }
  context.addIssue('expected round-robin: and ids of people, such as round-robin:usr_ann,usr_bob')
  return z.NEVER
})
