import { countSignals as count, type SignalGrouping } from '@signalpost/database/records'
import { dayMs, instantOf, msOf } from '@signalpost/domain'
import { z } from 'zod'
import { accountReference, plainId, plainWord } from '../answer/texts.ts'
import { defineTool, reads } from '../define-tool.ts'
import { filtersOf, signalFilterInput } from './signal-filters.ts'

const groupings = [
  'source',
  'classification',
  'urgency',
  'listener',
  'account',
  'assignee',
  'week',
] as const satisfies readonly SignalGrouping[]
const mostGroups = 50
const defaultWindowMs = 30 * dayMs

export const countSignals = defineTool({
  name: 'count_signals',
  title: 'Count signals',
  description:
    'Counts the signals that match all filters, by one grouping, the largest group first; a week is named by its Monday. partial means that only the best signals were looked at: 200,000, or 20,000 where account, assignee, score version or what people did matter. It does not search words.',
  scopes: ['signals:read'],
  hints: reads({ openWorld: false }),
  input: z.strictObject({ by: z.enum(groupings), ...signalFilterInput }),
  output: z.object({
    groups: z.array(z.object({ value: z.string(), count: z.int() })),
    total: z.int(),
    partial: z.boolean().optional(),
  }),
  run: async ({ database, nowMs }, { caller, input: { by, ...given } }) => {
    const filters = filtersOf(given, caller)
    const endMs = filters.postedBefore === undefined ? nowMs() : msOf(filters.postedBefore)
    const postedAfter = filters.postedAfter ?? instantOf(endMs - defaultWindowMs)
    const counts = await count(database, {
      ...{ orgId: caller.orgId, filters: { ...filters, postedAfter }, by, mostGroups },
    })
    return {
      groups: counts.groups.map(({ value, count: signals }) => ({
        value: value === null ? ('none' as const) : showValue(by, value),
        count: signals,
      })),
      total: counts.total,
      partial: counts.isPartial || undefined,
    }
  },
})

function showValue(by: SignalGrouping, value: string) {
  if (by === 'account') return accountReference(value)
  return by === 'listener' || by === 'assignee' ? plainId(value) : plainWord(value)
}
