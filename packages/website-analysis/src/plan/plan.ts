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
      .array(
        z.object({
          source: z.enum(platforms),
          query: freeText({ min: 1, max: 600 }),
          runnable: z.boolean().optional().meta({
            description:
              'Whether a listener made here can run it; some platforms need a connection first. Always there in an answer.',
          }),
          reason: freeText().optional().meta({ description: 'Why it cannot be run.' }),
        }),
      )
      .min(1)
      .max(200),
    boards: z
      .array(z.object({ platform: z.enum(platforms), board: freeText({ min: 1, max: 200 }) }))
      .max(60)
      .default([])
      .meta({ description: 'The job boards that the website links to.' }),
    profile: z.union([
      z.object({ targetRoles: texts }),
      z.object({ categories: texts, locations: texts }),
      z.object({ rivals: texts, painVocabulary: texts }),
    ]),
    limited: z.boolean().meta({ description: 'The plan was made without a crawl.' }),
  })
  .meta({ id: 'ListenerPlan' })

export type Plan = z.infer<typeof planSchema>
