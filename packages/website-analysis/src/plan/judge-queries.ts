import { explainQuery } from '@signalpost/platforms'
import type { Plan } from './plan.ts'

type PlannedQuery = Pick<Plan['queries'][number], 'source' | 'query'>

/** Adds to each query whether it can be run, and if not, why. One on a job board needs a board of the plan. */
export function judgeQueries(queries: readonly PlannedQuery[], boards: Plan['boards']): Plan['queries'] {
  return queries.map(({ source, query }) => {
    const board = boards.find(({ platform }) => platform === source)?.board ?? null
    return { source, query, ...explainQuery({ platform: source, query, board }) }
  })
}
