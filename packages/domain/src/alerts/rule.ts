import { z } from 'zod'
import {
  classifications,
  platforms,
  purchaseIntents,
  signalCategories,
  urgencies,
} from '../documents/vocabulary.ts'
import { accountKeySchema, freeText, idSchema } from '../input/text.ts'
import { messageLanguages, messageParts } from './message-style.ts'
import { cronSchema, timeZoneSchema } from './schedule.ts'

const clockTimeSchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'expected a time of the day from 00:00 to 23:59' })

const throttleBounds = { message: 'expected 1 to 10000 in a window of 1 second to 30 days' }

/** The conditions of a rule. All must hold; several values of one condition are alternatives. */
export const ruleConditionsSchema = z
  .strictObject({
    platforms: alternatives(z.enum(platforms)),
    listeners: alternatives(idSchema),
    classifications: alternatives(z.enum(classifications)),
    signalCategories: alternatives(z.enum(signalCategories)),
    minUrgency: z.enum(urgencies),
    minPurchaseIntent: z.enum(purchaseIntents),
    minScore: z.int().min(0).max(100),
    scoreVersion: z.literal([1, 2, 3]),
    accountKeys: alternatives(accountKeySchema),
    /** In any case, anywhere in the title or the excerpt. */
    keywords: alternatives(freeText({ min: 1, max: 200 })),
    assigned: z.boolean(),
  })
  .partial()

/**
 * A rule without its name, order and state. `cron` says when digests are sent; for an instant rule, when it sends the
 * signals that came too late to be sent alone. Quiet hours begin at `from` and end before `to`, in the local time of
 * `timeZone`.
 */
export const ruleDefinitionSchema = z.strictObject({
  conditions: ruleConditionsSchema.prefault({}),
  channels: z.union([z.literal('all'), alternatives(idSchema)]),
  mode: z.enum(['instant', 'digest']).default('instant'),
  cron: cronSchema.default('0 9 * * *'),
  timeZone: timeZoneSchema.default('UTC'),
  groupBy: z.enum(['none', 'account', 'listener', 'assignee']).default('none'),
  throttle: z
    .strictObject({
      count: z.int(throttleBounds).min(1, throttleBounds).max(10_000, throttleBounds),
      windowMs: z.int(throttleBounds).min(1_000, throttleBounds).max(2_592_000_000, throttleBounds),
    })
    .nullable()
    .default(null),
  quiet: z
    .strictObject({
      from: clockTimeSchema,
      to: clockTimeSchema,
      /** Whether signals of urgency `immediate` are sent regardless. */
      bypassImmediate: z.boolean().default(false),
    })
    .refine(({ from, to }) => from !== to, { message: 'expected two different times' })
    .nullable()
    .default(null),
  /** The language of the labels in its messages; texts of signals stay as they are. */
  language: z.enum(messageLanguages).default('en'),
  /** The parts of its messages; null for all. */
  parts: z.array(z.enum(messageParts)).max(messageParts.length).nullable().default(null),
  /** The subject of its mails, with placeholders such as `{{signal.title}}`; null for the usual one. */
  subject: freeText({ min: 1, max: 200 }).nullable().default(null),
  /** Who gets the leads that it alerts on: the people in turn. Null assigns them to no one. */
  assign: z
    .strictObject({ roundRobin: alternatives(idSchema).max(100, { message: 'expected at most 100 people' }) })
    .nullable()
    .default(null),
  /** Whether later rules are evaluated too. */
  continue: z.boolean().default(false),
  /** Whether the rule also sends signals that are old or already alerted elsewhere. */
  backfill: z.boolean().default(false),
})

export type RuleConditions = z.infer<typeof ruleConditionsSchema>
export type RuleDefinition = z.infer<typeof ruleDefinitionSchema>

/** Rules are evaluated by position, then by id. */
export type Rule = RuleDefinition & { id: string; name: string; position: number; enabled: boolean }

function alternatives<Schema extends z.ZodType>(schema: Schema) {
  return z.array(schema).min(1, { message: 'expected at least one' }).max(1_000)
}
