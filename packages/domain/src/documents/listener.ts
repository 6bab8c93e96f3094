import { z } from 'zod'
import { listOf } from '../input/list-of.ts'
import { freeText, idSchema, nameSchema, orgIdSchema } from '../input/text.ts'
import { instantSchema } from '../instant.ts'
import { listenerModes, platforms, schedulerStates, sensitivities } from './vocabulary.ts'

const textsSchema = listOf(freeText())
const timezoneSchema = freeText({ min: 1, max: 100 })

const scheduleSchema = z.union([
  z.object({ everyMinutes: z.int().min(1), timezone: timezoneSchema }),
  z.object({ cron: freeText({ min: 1, max: 200 }), timezone: timezoneSchema }),
])

const profileSchemas = {
  market: z.object({ targetRoles: textsSchema }),
  places: z.object({ categories: textsSchema, locations: textsSchema }),
  rivals: z.object({ rivals: textsSchema, painVocabulary: textsSchema }),
}

/** A Listener as the API shows it. All members are present; unknown ones are null. */
export const listenerSchema = z
  .object({
    id: idSchema,
    orgId: orgIdSchema,
    name: nameSchema,
    mode: z.enum(listenerModes),
    objective: freeText({ min: 1, max: 500 }),
    schedule: scheduleSchema.nullable(),
    signalCount: z.int().min(0),
    keywords: textsSchema,
    exclusions: textsSchema,
    queries: listOf(z.object({ source: z.enum(platforms), query: freeText() })),
    sensitivity: z.enum(sensitivities),
    profile: z.union([profileSchemas.market, profileSchemas.places, profileSchemas.rivals]),
    scheduler: z.object({
      state: z.enum(schedulerStates),
      lastRunAt: instantSchema.nullable(),
      nextRunAt: instantSchema.nullable(),
      lastError: freeText().nullable(),
    }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Listener' })

export type Listener = z.infer<typeof listenerSchema>

/** A Listener as lists show it. */
export const listenerSummarySchema = listenerSchema
  .pick({
    id: true,
    name: true,
    mode: true,
    objective: true,
    schedule: true,
    signalCount: true,
    createdAt: true,
  })
  .meta({ id: 'ListenerSummary' })

const timezoneOrUtc = timezoneSchema.default('UTC')
const texts = textsSchema.default([])

const eventBase = z.object({
  id: idSchema,
  orgId: orgIdSchema.optional(),
  name: nameSchema,
  objective: freeText({ min: 1, max: 500 }),
  schedule: z
    .union([
      z.object({ everyMinutes: z.int().min(1), timezone: timezoneOrUtc }),
      z.object({ cron: freeText({ min: 1, max: 200 }), timezone: timezoneOrUtc }),
    ])
    .optional(),
  keywords: texts,
  exclusions: texts,
  queries: listOf(z.object({ source: z.enum(platforms), query: freeText() })).default([]),
  sensitivity: z.enum(sensitivities).default('balanced'),
  scheduler: z
    .object({
      state: z.enum(schedulerStates).default('idle'),
      lastRunAt: instantSchema.optional(),
      nextRunAt: instantSchema.optional(),
      lastError: freeText().optional(),
    })
    .prefault({}),
  createdAt: instantSchema.optional(),
  updatedAt: instantSchema.optional(),
})

/** A Listener in an event: `id`, `name`, `mode`, `objective` and any other member. Null counts as absent. */
export const listenerInputSchema = z.discriminatedUnion('mode', [
  eventBase.extend({
    mode: z.literal('market'),
    profile: z.object({ targetRoles: texts }).prefault({}),
  }),
  eventBase.extend({
    mode: z.literal('places'),
    profile: z.object({ categories: texts, locations: texts }).prefault({}),
  }),
  eventBase.extend({
    mode: z.literal('rivals'),
    profile: z.object({ rivals: texts, painVocabulary: texts }).prefault({}),
  }),
])

export type ListenerInput = z.infer<typeof listenerInputSchema>
