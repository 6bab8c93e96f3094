import type { Database } from '@signalpost/database'
import { type ErrorCode, type Issue, issuesOf, type Scope } from '@signalpost/domain'
import type { z } from 'zod'
import type { Caller } from './authenticate.ts'
import type { Cursors } from './cursors.ts'
import { invalidRequest } from './invalid-request.ts'
import { readQuery } from './read-query.ts'

/** What routes may use; each names its share. */
export type Services = { database: Database; cursors: Cursors; nowMs: () => number }

/** One endpoint: what serves the requests, validates them and describes them. */
export type Route = {
  operationId: string
  method: 'get'
  /** In OpenAPI's notation. */
  path: `/v1/${string}`
  /** A key without it is refused; there is no route without one. */
  scope: Scope
  summary: string
  description: string
  params: z.ZodObject
  query: z.ZodObject
  success: { status: number; description: string; schema: z.ZodType; example: unknown }
  /** Beyond those that every route has. */
  errors: readonly ErrorCode[]
  /** Throws RejectedError `invalid_request` with all that is wrong with the input. */
  answer: (services: Services, request: RouteRequest) => Promise<unknown>
}

type RouteRequest = { caller: Caller; params: unknown; search: string }

type Definition<Params extends z.ZodObject, Query extends z.ZodObject, Success extends z.ZodType> = Omit<
  Route,
  'params' | 'query' | 'success' | 'answer'
> & {
  params: Params
  query: Query
  success: { status: number; description: string; schema: Success; example: z.infer<Success> }
  handle: (
    services: Services,
    input: { caller: Caller; params: z.infer<Params>; query: z.infer<Query> },
  ) => Promise<z.infer<Success>>
}

export function defineRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Success extends z.ZodType,
>({ handle, ...route }: Definition<Params, Query, Success>): Route {
  return {
    ...route,
    answer: async (services, { caller, params: givenParams, search }) => {
      const params = route.params.safeParse(givenParams)
      const { values, issues } = readQuery(search, Object.keys(route.query.shape))
      const query = route.query.safeParse(values)
      if (params.success && query.success && issues.length === 0) {
        return handle(services, { caller, params: params.data, query: query.data })
      }
      throw invalidRequest([...issuesIn(params), ...issues, ...issuesIn(query)])
    },
  }
}

function issuesIn(result: z.ZodSafeParseResult<unknown>): Issue[] {
  return result.success ? [] : issuesOf(result.error)
}
