import type { ListenerYield } from '@signalpost/database/records'
import type { FindState, FindsOfHour, ListenerSchedule, Search } from '@signalpost/database/searching'
import { type Listener, listenerSchema } from '@signalpost/domain'
import { z } from 'zod'
import { textOf } from '../text-of.ts'
import { costsSchema, type ListenerCosts } from './run/listener-costs.ts'

const found = z.object({
  lastFoundAt: z.iso.datetime().nullable(),
  good: z.number().meta({ description: 'Of its newest 200 signals, those that people judged good.' }),
  bad: z.number(),
})

export const foundSchema = listenerSchema.extend(found.shape)

const nothing: ListenerYield = { lastFoundAt: null, good: 0, bad: 0 }

export function describeFound(
  listener: Listener,
  { lastFoundAt, good, bad }: ListenerYield = nothing,
): z.input<typeof foundSchema> {
  return { ...listener, lastFoundAt: lastFoundAt?.toISOString() ?? null, good, bad }
}

const moment = z.iso.datetime().nullable()
const boardSchema = z.object({ platform: z.string(), board: z.string() })

/** A listener with the live state of its scheduler, and with its searches if it was made here. */
export type ReadListener = {
  listener: Listener
  own?: {
    schedule: ListenerSchedule
    /** `board` is null elsewhere than on a board or a feed. */
    searches: (Omit<Search, 'cursor'> & { board: string | null })[]
    finds: Partial<Record<FindState, number>>
    hours: FindsOfHour[]
    costs: ListenerCosts
    hasSchedule: boolean
  }
}

/** What a listener has that was made here. */
export const ownSchema = z.object({
  isPaused: z.boolean(),
  sourceId: z.string().meta({ description: 'The source as which its finds are delivered.' }),
  boards: z.array(boardSchema),
  backfillMs: z.number(),
  bar: z.number().optional().meta({ description: 'That a person chose; else it moves by itself.' }),
  searches: z.array(
    z.object({
      searchId: z.string(),
      platform: z.string(),
      query: z.string(),
      board: z.string().nullable().meta({ description: 'The board or the address of the feed.' }),
      searchedAt: moment,
      blockedUntil: moment.meta({ description: 'It asks nothing until then.' }),
      createdAt: z.iso.datetime(),
      failures: z.int().meta({ description: 'How often in a row it failed.' }),
      lastError: z.string().nullable(),
      skippedPosts: z.number().meta({ description: 'How many posts could not be judged so far.' }),
      lastSkipped: z.string().nullable().meta({ description: 'The key of the last of them, and why.' }),
    }),
  ),
  finds: z.record(z.string(), z.number()).meta({ description: 'How many items it met, by their outcome.' }),
  hours: z.array(z.object({ at: z.iso.datetime(), kept: z.number(), dropped: z.number() })).meta({
    description: 'What it kept and dropped in the last 14 days, by the hour; hours without any are missing.',
  }),
  costs: costsSchema,
  hasSchedule: z.boolean().meta({
    description:
      'Whether it runs by its schedule. One that cannot be read counts as none: it then runs once an hour.',
  }),
})

export function describeOwn(own: NonNullable<ReadListener['own']>): z.input<typeof ownSchema> {
  const { schedule, searches, finds, hours, costs, hasSchedule } = own
  const { isPaused, sourceId, settings } = schedule
  return {
    ...{ ...settings, isPaused, sourceId, finds, costs, hasSchedule },
    hours: hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
    searches: searches.map(({ createdAt, searchedAt, blockedUntil, ...search }) => ({
      ...{ ...search, createdAt: createdAt.toISOString() },
      ...{ searchedAt: textOf(searchedAt), blockedUntil: textOf(blockedUntil) },
    })),
  }
}
