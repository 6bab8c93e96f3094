import { freeText, listenerModes, platforms } from '@signalpost/domain'
import { z } from 'zod'
import { objectives } from './objectives.ts'

const texts = z.array(freeText({ min: 1, max: 200 })).max(60)

/** A proposed listener, for its owner to edit and store. */
export const planSchema = z
  .object({
    mode: z.enum(listenerModes),
    objective: z.enum(objectives),
    keywords: texts,
    exclusions: texts,
    queries: z
      .array(z.object({ source: z.enum(platforms), query: freeText({ min: 1, max: 600 }) }))
      .min(1)
      .max(200),
    profile: z.union([
      z.object({ targetRoles: texts }),
      z.object({ categories: texts, locations: texts }),
      z.object({ rivals: texts, painVocabulary: texts }),
    ]),
    limited: z.boolean().meta({ description: 'The plan was made without a crawl.' }),
  })
  .meta({ id: 'ListenerPlan' })

export type Plan = z.infer<typeof planSchema>
