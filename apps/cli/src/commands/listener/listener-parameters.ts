import { dayMs, minuteMs, platforms, sensitivities } from '@signalpost/domain'
import { z } from 'zod'
import { UsageError } from '../../command/usage-error.ts'
import { readInputFile } from '../../parameters/input-file.ts'
import { type InputOf, list, optional } from '../../parameters/parameter.ts'
import { durationMs } from '../../parameters/times.ts'

const boardSchema = z.string().transform((text, context) => {
  const [, name, board] = /^([a-z0-9_]+):(\S+)$/.exec(text) ?? []
  const platform = z.enum(platforms).safeParse(name)
  if (platform.success && board !== undefined) return { platform: platform.data, board }
  context.addIssue('expected PLATFORM:NAME, such as greenhouse:stripe')
  return z.NEVER
})

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
  every: optional('--every <duration>', 'how often it runs, such as 30m, 2h or 1d', everySchema),
  cron: optional('--cron <fields>', 'when it runs: five fields of cron, such as "0 8 * * 1-5"'),
  timeZone: optional('--time-zone <name>', 'the time zone of --cron, such as Europe/Berlin (default: UTC)'),
  sensitivity: optional(
    '--sensitivity <level>',
    `how much it keeps: ${sensitivities.join(', ')} (default: balanced)`,
    z.enum(sensitivities),
  ),
  boards: list('--board <platform:name...>', 'a job board to search, such as greenhouse:stripe', {
    schema: boardSchema,
  }),
  backfillMs: optional(
    '--backfill <duration>',
    'how far back the first run of a search looks, 0 to 30d (default: 7d)',
    backfillSchema,
  ),
}

type Given = InputOf<typeof listenerParameters>

/** Returns the schedule; undefined if none was given. Throws UsageError. */
export function readSchedule({ every, cron, timeZone }: Pick<Given, 'every' | 'cron' | 'timeZone'>) {
  if (every !== undefined && cron !== undefined) {
    throw new UsageError('--every: give it or --cron, not both')
  }
  if (timeZone !== undefined && cron === undefined) throw new UsageError('--time-zone goes only with --cron')
  if (every !== undefined) return { everyMinutes: every / minuteMs }
  return cron === undefined ? undefined : { cron, ...(timeZone !== undefined && { timezone: timeZone }) }
}

/**
 * Reads a plan, alone or in the answer of analyse-website. The act checks its members. Throws UsageError for what is no
 * JSON object.
 */
export async function readPlan(file: string): Promise<object> {
  const bytes = await readInputFile(file)
  const found: unknown = parseJson(bytes.toString('utf8'))
  const plan = isObject(found) && 'plan' in found ? found.plan : found
  if (isObject(plan)) return plan
  throw new UsageError('--plan: expected a JSON object with the members of a plan, such as mode and queries')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError('--plan: expected JSON', { cause })
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
