import {
  cronSchema,
  dayMs,
  freeText,
  listenerModes,
  minuteMs,
  nextCronMs,
  platforms,
  RejectedError,
  sensitivities,
  timeZoneSchema,
} from '@signalpost/domain'
import { boardNameOf, findAddressFault, findSearch, getPlatform, isFeedAddress } from '@signalpost/platforms'
import { z } from 'zod'

const texts = z.array(freeText({ min: 1, max: 200 })).max(60)

/** What a listener looks for: the plan of a website analysis, edited or not. */
export const planSchema = z.object({
  mode: z.enum(listenerModes),
  objective: freeText({ min: 1, max: 500 }),
  keywords: texts.min(1, { error: 'expected at least one keyword' }),
  exclusions: texts.default([]),
  queries: z
    .array(z.object({ source: z.enum(platforms), query: freeText({ min: 1, max: 600 }) }))
    .min(1, { error: 'expected at least one query' })
    .max(200),
  profile: z
    .object({
      targetRoles: texts.optional(),
      categories: texts.optional(),
      locations: texts.optional(),
      rivals: texts.optional(),
      painVocabulary: texts.optional(),
    })
    .default({}),
})

export const scheduleSchema = z.union([
  z.strictObject({
    everyMinutes: z
      .int()
      .min(1)
      .max((30 * dayMs) / minuteMs),
    timezone: timeZoneSchema.default('UTC'),
  }),
  z.strictObject({ cron: cronSchema, timezone: timeZoneSchema.default('UTC') }),
])

/** `%20` and a space are one in the name of a board. */
const boardSchema = freeText({ min: 1, max: 2_000 }).overwrite((board) =>
  isFeedAddress(board) ? board : boardNameOf(board),
)

export const boardsSchema = z
  .array(z.strictObject({ platform: z.enum(platforms), board: boardSchema }))
  .max(100)
  .overwrite((boards) => [...new Map(boards.map((one) => [`${one.platform}:${one.board}`, one])).values()])

export const sensitivitySchema = z.enum(sensitivities)

export const backfillMsSchema = z
  .int()
  .min(0)
  .max(30 * dayMs)

type Schedule = z.output<typeof scheduleSchema>
type Plan = z.output<typeof planSchema>
type Given = { schedule: Schedule; plan: Plan; boards: z.output<typeof boardsSchema>; nowMs: number }

/** How many moments of a cron expression are compared. */
const momentsCompared = 50

/**
 * Throws RejectedError `invalid_request` for a schedule that no platform of the plan allows, and for boards and feeds of
 * platforms that have none.
 */
export function checkListener({ schedule, plan, boards, nowMs }: Given): void {
  const searches = plan.queries.flatMap(({ source }) => getPlatform(source).search ?? [])
  const leastMs = Math.min(...searches.map(({ leastIntervalMs }) => leastIntervalMs))
  const path = 'cron' in schedule ? 'schedule.cron' : 'schedule.everyMinutes'
  const issues = [
    ...(searches.length > 0 && intervalMsOf(schedule, nowMs) < leastMs
      ? [{ path, message: `expected ${leastMs / minuteMs} minutes or more between runs` }]
      : []),
    ...boards.flatMap(({ platform, board }, index) => {
      const { feed, title } = getPlatform(platform)
      if (!isFeedAddress(board)) {
        const search = findSearch(platform, board)
        if (search?.needsBoard) {
          const started = search.start({ query: '', board, sinceMs: 0, nowMs, cursor: null })
          return 'refusal' in started ? [{ path: `boards[${index}].board`, message: started.refusal }] : []
        }
        const message = `expected ${feed === undefined ? 'a job board' : 'the address of a feed'}: ${title} has no boards`
        return [{ path: `boards[${index}].${feed === undefined ? 'platform' : 'board'}`, message }]
      }
      if (feed === undefined) {
        return [
          { path: `boards[${index}].platform`, message: `expected no feed: ${title} has none that we read` },
        ]
      }
      const message = findAddressFault(board)
      return message === undefined ? [] : [{ path: `boards[${index}].board`, message }]
    }),
  ]
  if (issues.length > 0) throw new RejectedError('invalid_request', 'The listener is not valid.', { issues })
}

/** Returns the shortest time between two runs. */
function intervalMsOf(schedule: Schedule, nowMs: number): number {
  if ('everyMinutes' in schedule) return schedule.everyMinutes * minuteMs
  const { cron, timezone: timeZone } = schedule
  let at = nextCronMs({ cron, timeZone }, nowMs)
  let shortestMs = Number.POSITIVE_INFINITY
  for (let compared = 1; compared < momentsCompared; compared += 1) {
    const next = nextCronMs({ cron, timeZone }, at)
    shortestMs = Math.min(shortestMs, next - at)
    at = next
  }
  return shortestMs
}
