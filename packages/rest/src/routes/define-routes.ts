import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { readInput } from '../read-input.ts'
import { withinDeadline } from '../within-deadline.ts'
import {
  type Asker,
  complete,
  type Declared,
  type Demand,
  type Face,
  type IdsIn,
  type Method,
  type NoQuery,
  type RouteAnswer,
  type RouteRequest,
  type Success,
  type TextSuccess,
} from './route.ts'

/** What a handler gets: who asks, as the route demands it, and the validated values. */
export type Asked<
  Of extends Face,
  Demanded extends Demand<Of>,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
> = Of['askers'][Demanded] & { params: z.infer<Params>; query: z.infer<Query>; body: z.infer<Body> }

/** Makes the functions by which an app defines its routes. The types of each route stay literal, for clients. */
export function routesOf<Of extends Face>() {
  type Services = Of['services']
  type Request = RouteRequest<Asker<Of>>

  /** Defines a route that answers with one JSON document. */
  function defineRoute<
    const Demanded extends Demand<Of>,
    const Verb extends Method,
    const Path extends Of['path'],
    Params extends z.ZodObject = IdsIn<Path>,
    Query extends z.ZodObject = NoQuery,
    Answered extends z.ZodType = z.ZodUnknown,
    Body extends z.ZodType = z.ZodUndefined,
  >({
    handle,
    ...declared
  }: Declared<Of, Demanded, Verb, Path, Params, Query, Body> & {
    success: Success<Answered>
    handle: (
      services: Services,
      asked: Asked<Of, Demanded, Params, Query, Body>,
    ) => Promise<z.input<Answered>>
  }) {
    const route = { ...declared, ...complete<Path, Params, Query>(declared) }
    return {
      ...route,
      answer: async (services: Services, request: Request): Promise<RouteAnswer> => {
        const asked = readAsked<Of, Demanded, Params, Query, Body>(route, request)
        return { body: JSON.stringify(await withinDeadline(handle(services, asked), request.endsAtMs)) }
      },
    }
  }

  /**
   * Defines a route that reads, and streams text of any length. `handle` resolves once the answer is certain to begin;
   * later bytes have no deadline. The stream is destroyed when the reader leaves, and a fault in it breaks the connection.
   */
  function defineStreamRoute<
    const Demanded extends Demand<Of>,
    const Path extends Of['path'],
    Params extends z.ZodObject = IdsIn<Path>,
    Query extends z.ZodObject = NoQuery,
  >({
    handle,
    success,
    ...declared
  }: Declared<Of, Demanded, 'get', Path, Params, Query, z.ZodUndefined> & {
    success: TextSuccess
    handle: (services: Services, asked: Asked<Of, Demanded, Params, Query>) => Promise<Readable>
  }) {
    const route = { ...declared, ...complete<Path, Params, Query>(declared) }
    return {
      ...route,
      success: { ...success, schema: z.string() },
      answer: async (services: Services, request: Request): Promise<RouteAnswer> => {
        const asked = readAsked<Of, Demanded, Params, Query, z.ZodUndefined>(route, request)
        if (request.isHead) return { body: Readable.from([]) } // skips the work, because no one would read it
        const answer = handle(services, asked)
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

  /** Defines a route that writes its answer itself, for as long as its reader stays. */
  function defineLiveRoute<
    const Demanded extends Demand<Of>,
    const Path extends Of['path'],
    Params extends z.ZodObject = IdsIn<Path>,
    Query extends z.ZodObject = NoQuery,
  >({
    handle,
    success,
    ...declared
  }: Declared<Of, Demanded, 'get', Path, Params, Query, z.ZodUndefined> & {
    success: TextSuccess
    handle: (
      services: Services,
      asked: Asked<Of, Demanded, Params, Query>,
    ) => Promise<(response: ServerResponse) => Promise<void>>
  }) {
    const route = { ...declared, ...complete<Path, Params, Query>(declared) }
    return {
      ...route,
      success: { ...success, schema: z.string() },
      answer: async (services: Services, request: Request): Promise<RouteAnswer> => {
        const asked = readAsked<Of, Demanded, Params, Query, z.ZodUndefined>(route, request)
        return { body: await withinDeadline(handle(services, asked), request.endsAtMs) }
      },
    }
  }

  return { defineRoute, defineStreamRoute, defineLiveRoute }
}

/** Validates a request and joins it with who asks. */
export function readAsked<
  Of extends Face,
  Demanded extends Demand<Of>,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
>(
  route: { params: Params; query: Query; body?: Body | undefined },
  request: RouteRequest<Asker<Of>>,
): Asked<Of, Demanded, Params, Query, Body> & { idempotencyKey: string | undefined } {
  const input = readInput(route, request)
  // The cast: the engine serves no request whose caller is not what the route demands.
  return { ...(request.asker as Of['askers'][Demanded]), ...input }
}
