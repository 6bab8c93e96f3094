import { budgetIdOf } from '@signalpost/database/searching'

/** Returns the budget of all feeds of an address's host. */
export function feedBudgetOf(url: string): string {
  return budgetIdOf(`feeds:${URL.parse(url)?.host ?? ''}`, undefined)
}
