import { budgetSchema } from '@signalpost/administration/connection'
import type { BudgetOverride, Connection } from '@signalpost/database/searching'
import { durationText } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'
import { throttleSchema } from '../rule/throttle.ts'

/** Parses `N/WINDOW`, such as `100/1d`. */
export const budgetOptionSchema = throttleSchema
  .transform(({ count, windowMs }): BudgetOverride => ({ most: count, windowMs }))
  .refine((budget) => budgetSchema.safeParse(budget).success, {
    message: 'expected at least 1 request, in a window of 1s to 30d',
  })

/** Returns what `budgetOptionSchema` parses to this budget; undefined for the platform's own. */
export function budgetText(budget: BudgetOverride | null): string | undefined {
  return budget === null ? undefined : `${budget.most}/${durationText(budget.windowMs)}`
}

export function describeConnection({ connectionId, platform, baseUrl, budget }: Connection): string {
  return record({ connection: connectionId, platform, 'base URL': baseUrl, budget: budgetText(budget) })
}
