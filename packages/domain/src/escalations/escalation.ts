import { z } from 'zod'
import { ruleConditionsSchema } from '../alerts/rule.ts'
import { timeZoneSchema } from '../alerts/schedule.ts'
import { dayMs } from '../durations.ts'
import { idSchema } from '../input/text.ts'
import { areBusinessHours } from './business-hours.ts'
import { takings } from './takings.ts'

const longestMs = 30 * dayMs
const afterBounds = { message: 'expected 1 second to 30 days' }
const repeatBounds = { message: 'expected 0 to 10 more rounds' }
const holidaysAtMost = { message: 'expected at most 100 dates' }
const stepsAtMost = { message: 'expected 1 to 10 steps' }

const stepSchema = z.strictObject({
  /** Counted from the signal's first storing; within business hours, if there are any. */
  afterMs: z.int(afterBounds).min(1_000, afterBounds).max(longestMs, afterBounds),
  channelId: idSchema,
  /** Whom the step is for. */
  personId: idSchema.optional(),
})

const memberSchema = z.strictObject({
  conditions: ruleConditionsSchema.prefault({}),
  /** What takes a signal, so that no more steps are sent. */
  unless: z
    .array(z.enum(takings))
    .min(1, { message: 'expected at least one' })
    .max(takings.length)
    .default(['assigned']),
  steps: z
    .array(stepSchema)
    .min(1, stepsAtMost)
    .max(10, stepsAtMost)
    .refine((steps) => steps.every(({ afterMs }, index) => afterMs >= (steps[index - 1]?.afterMs ?? 0)), {
      message: 'expected no step before the one above it: every time counts from the first storing',
    }),
  hours: z
    .string()
    .max(200)
    .refine(areBusinessHours, {
      message: 'expected days and times of an hour a week or more, such as Mo-Fr 09:00-18:00',
    })
    .nullable()
    .default(null),
  timeZone: timeZoneSchema.default('UTC'),
  /** Local days of `timeZone` without business hours, such as `2026-12-25`. */
  holidays: z
    .array(z.iso.date({ message: 'expected a date such as 2026-12-25' }))
    .max(100, holidaysAtMost)
    .overwrite((dates) => [...new Set(dates)].toSorted())
    .default([]),
  /** How many rounds follow the first. */
  repeat: z.int(repeatBounds).min(0, repeatBounds).max(10, repeatBounds).default(0),
})

/** What an escalation does with the signals that meet its conditions, as those of a rule do. */
export const escalationDefinitionSchema = memberSchema.refine(
  ({ hours, holidays }) => hours !== null || holidays.length === 0,
  { path: ['holidays'], message: 'expected only together with business hours' },
)

export type EscalationDefinition = z.infer<typeof escalationDefinitionSchema>
export type EscalationStep = EscalationDefinition['steps'][number]

/** An escalation that has not ended. */
export type Escalation = EscalationDefinition & { id: string; name: string }
