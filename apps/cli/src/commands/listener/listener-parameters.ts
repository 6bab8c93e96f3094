import {
  cronSchema,
  dayMs,
  freeText,
  minuteMs,
  platforms,
  RejectedError,
  sensitivities,
  timeZoneSchema,
} from '@signalpost/domain'
import { objectives } from '@signalpost/website-analysis'
import { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'
import { type InputOf, list, optional } from '../../parameters/parameter.ts'
import { durationMs } from '../../parameters/times.ts'

const boardSchema = z.string().transform((text, context) => {
  const [, name, given = ''] = /^([a-z0-9_]+):(.+)$/s.exec(text) ?? []
  const platform = z.enum(platforms).safeParse(name)
  const board = given.trim()
  if (platform.success && board !== '') return { platform: platform.data, board }
  context.addIssue(
    'expected PLATFORM:NAME, such as greenhouse:stripe, or the address of a feed in place of the name',
  )
  return z.NEVER
})

const websiteSchema = freeText({ min: 1, max: 2_048 }).refine(
  (text) => (URL.canParse(text) ? /^https?:$/.test(new URL(text).protocol) : URL.canParse(`https://${text}`)),
  { message: 'expected an http or https URL, or a host' },
)

const everySchema = durationMs.refine((ms) => ms >= minuteMs && ms % minuteMs === 0 && ms <= 30 * dayMs, {
  message: 'expected whole minutes up to 30d, such as 30m, 2h or 1d',
})

const backfillSchema = durationMs.refine((ms) => ms <= 30 * dayMs, { message: 'expected 0 to 30d' })

/** What `listener create` and `listener edit` set. */
export const listenerParameters = {
  plan: optional(
    '--plan <file>',
    "a JSON file with a plan, as analyse-website's answer has it; - reads stdin",
  ),
  website: optional('--website <url>', 'the website of your company, to make the plan from', websiteSchema),
  objective: optional('--objective <what>', `with --website: ${objectives.join(', ')}`, z.enum(objectives)),
  customObjective: optional(
    '--custom-objective <text>',
    'with --objective custom: what to look for, in your own words',
    freeText({ min: 1, max: 500 }),
  ),
  every: optional('--every <duration>', 'how often it runs, such as 30m, 2h or 1d', everySchema),
  cron: optional('--cron <fields>', 'when it runs: five fields of cron, such as "0 8 * * 1-5"', cronSchema),
  timeZone: optional(
    '--time-zone <name>',
    'the time zone of --cron, such as Europe/Berlin (default: UTC)',
    timeZoneSchema,
  ),
  sensitivity: optional(
    '--sensitivity <level>',
    `how much it keeps: ${sensitivities.join(', ')} (default: balanced)`,
    z.enum(sensitivities),
  ),
  boards: list(
    '--board <platform:name...>',
    'a job board to search, such as greenhouse:stripe, or a feed, such as linkedin:https://feeds.example/1',
    {
      schema: boardSchema,
    },
  ),
  backfillMs: optional(
    '--backfill <duration>',
    'how far back the first run of a search looks, 0 to 30d (default: 7d)',
    backfillSchema,
  ),
}

export type GivenListener = InputOf<typeof listenerParameters>

/** Returns the schedule; undefined if none was given. Throws UsageError. */
export function readSchedule({ every, cron, timeZone }: Pick<GivenListener, 'every' | 'cron' | 'timeZone'>) {
  if (every !== undefined && cron !== undefined) {
    throw new UsageError('--every: give it or --cron, not both')
  }
  if (timeZone !== undefined && cron === undefined) throw new UsageError('--time-zone goes only with --cron')
  if (every !== undefined) return { everyMinutes: every / minuteMs }
  return cron === undefined ? undefined : { cron, ...(timeZone !== undefined && { timezone: timeZone }) }
}

const scheduleOptions = new Map([
  ['schedule.everyMinutes', 'every'],
  ['schedule.cron', 'cron'],
])

/** Lets what is wrong with a schedule be named by the option that gave it. */
export async function namingSchedule<Result>(made: Promise<Result>): Promise<Result> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof RejectedError) || error.issues === undefined) throw error
    const issues = error.issues.map(({ path, message }) => ({
      path: scheduleOptions.get(path) ?? path,
      message,
    }))
    throw new RejectedError(error.code, error.message, { issues, cause: error })
  }
}
