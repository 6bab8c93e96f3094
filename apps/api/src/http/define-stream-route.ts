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
   * Resolves once the answer is certain to begin; later bytes have no deadline. The stream is destroyed when the reader
   * leaves, and a fault in it breaks the connection.
   */
  handle: (services: Services, input: RouteInput<Params, Query>) => Promise<Readable>
}

/** Defines a route that reads, and streams text of any length. */
export function defineStreamRoute<Params extends z.ZodObject, Query extends z.ZodObject>({
  handle,
  ...route
}: Definition<Params, Query>): Route {
  return {
    ...route,
    success: { ...route.success, schema: z.string() },
    answer: async (services, request) => {
      const { params, query } = readInput(route, request)
      if (request.isHead) return { body: Readable.from([]) } // skips the work, because no one would read it
      const answer = handle(services, { caller: request.caller, params, query })
      try {
        return { body: await withinDeadline(answer, request.endsAtMs) }
      } catch (error) {
        // A stream that comes too late would wait for its reader without end.
        answer.then((late) => late.destroy()).catch(() => undefined) // the caller gets the error already
        throw error
      }
    },
  }
}
