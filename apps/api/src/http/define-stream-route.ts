import { Readable } from 'node:stream'
import { readInput, withinDeadline } from '@signalpost/rest'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Route, RouteInput } from './define-route.ts'

type Definition<Params extends z.ZodObject, Query extends z.ZodObject> = Omit<
  Route,
  'method' | 'params' | 'query' | 'body' | 'success' | 'answer'
> & {
  method: 'get'
  params: Params
  query: Query
  success: {
    status: number
    description: string
    contentType: string
    headers?: Record<string, string>
    example: string
  }
  /**
   * Resolves once the answer is sure to begin; what is told from then on has no deadline. The stream is destroyed
   * when the reader goes away, and a fault on the way breaks the connection off.
   */
  handle: (services: Services, input: RouteInput<Params, Query>) => Promise<Readable>
}

/** A route that reads and answers with text of any length, as it comes. */
export function defineStreamRoute<Params extends z.ZodObject, Query extends z.ZodObject>({
  handle,
  ...route
}: Definition<Params, Query>): Route {
  return {
    ...route,
    success: { ...route.success, schema: z.string() },
    answer: async (services, request) => {
      const { params, query } = readInput(route, request)
      if (request.isHead) return { body: Readable.from([]) } // nobody would read what it takes to begin
      const answer = handle(services, { caller: request.caller, params, query })
      try {
        return { body: await withinDeadline(answer, request.endsAtMs) }
      } catch (error) {
        // One that comes too late would wait for ever for its reader.
        answer.then((late) => late.destroy()).catch(() => undefined) // its fault is the one that is told, or nobody's
        throw error
      }
    },
  }
}
