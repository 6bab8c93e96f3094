import type { Connection } from '@signalpost/database/searching'
import { record } from '../../terminal/table.ts'
import { budgetText } from './budget-text.ts'

export function describeConnection({ connectionId, platform, baseUrl, budget }: Connection): string {
  return record({ connection: connectionId, platform, 'base URL': baseUrl, budget: budgetText(budget) })
}
