import type { Caller } from '@signalpost/administration'
import type { Visitor } from '@signalpost/administration/ways-in'
import type { Demand, Session } from '@signalpost/authorization'
import type { ErrorCode } from '@signalpost/domain'
import { type RequestParts, readInput, withinDeadline } from '@signalpost/rest'
import type { Response } from 'express'
import type { z } from 'zod'
import type { Services } from '../services.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'
export type Path = `/console/api/${string}`

/** One endpoint: what serves the requests, validates them and describes them. */
export type Route = {
  operationId: string
  method: Method
  /** In OpenAPI's notation. A route of a workspace has `{orgId}` in it. */
  path: Path
  /** The least that the caller needs; in the description as `x-role`. */
  role: Demand
  summary: string
  params: z.ZodObject
  query: z.ZodObject
  /** The JSON document that a write takes. */
  body?: z.ZodType | undefined
  success: { status: number; description: string; schema: z.ZodType }
  /** Beyond those that every route has. */
  errors: readonly ErrorCode[]
  /** How long the answer may take where the usual time is too short. */
  timeoutMs?: number
  answer: (services: Services, request: RouteRequest) => Promise<RouteAnswer>
}

/** Who asks, as far as the route demands it. */
export type Asker = {
  visitor: Visitor
  /** Undefined where a route is open to all. */
  session: Session | undefined
  /** Undefined without a session. Within the workspace of the path, if that names one. */
  caller: Caller | undefined
  response: Response
}

export type RouteRequest = RequestParts & Asker & { /** On `performance.now()`. */ endsAtMs: number }

/** A JSON document, or a function that writes the answer itself, as it comes. */
export type RouteAnswer = { json: unknown } | { stream: (response: Response) => Promise<void> }

/** What handlers get. The types say that there is a session exactly where the route demands one. */
export type Asked<Role extends Demand, Params, Query, Body> = {
  visitor: Visitor
  session: Role extends 'nobody' ? undefined : Session
  caller: Role extends 'nobody' ? undefined : Caller
  params: Params
  query: Query
  body: Body
  /** To set cookies. The answer itself is what the handler returns. */
  response: Response
}

type Definition<
  Role extends Demand,
  Verb extends Method,
  Where extends Path,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Success extends z.ZodType,
> = Omit<Route, 'role' | 'method' | 'path' | 'params' | 'query' | 'body' | 'success' | 'answer'> & {
  role: Role
  method: Verb
  path: Where
  params: Params
  query: Query
  body?: Body
  success: { status: number; description: string; schema: Success }
}

type Handling<Role extends Demand, Params, Query, Body, Result> = {
  handle: (services: Services, asked: Asked<Role, Params, Query, Body>) => Promise<Result>
}

/** A route that returns one JSON document. */
export function defineRoute<
  const Role extends Demand,
  const Verb extends Method,
  const Where extends Path,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Success extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
>({
  handle,
  ...route
}: Definition<Role, Verb, Where, Params, Query, Body, Success> &
  Handling<Role, z.infer<Params>, z.infer<Query>, z.infer<Body>, z.input<Success>>) {
  return {
    ...route,
    answer: async (services: Services, request: RouteRequest): Promise<RouteAnswer> => {
      const asked = readAsked(route, request)
      return { json: await withinDeadline(handle(services, asked), request.endsAtMs) }
    },
  }
}

/** A route whose answer lasts for as long as its reader stays. */
export function defineStreamRoute<
  const Role extends Demand,
  const Verb extends Method,
  const Where extends Path,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Success extends z.ZodType,
>({
  handle,
  ...route
}: Definition<Role, Verb, Where, Params, Query, z.ZodUndefined, Success> &
  Handling<Role, z.infer<Params>, z.infer<Query>, undefined, (response: Response) => Promise<void>>) {
  return {
    ...route,
    answer: async (services: Services, request: RouteRequest): Promise<RouteAnswer> => {
      const asked = readAsked(route, request)
      return { stream: await withinDeadline(handle(services, asked), request.endsAtMs) }
    },
  }
}

function readAsked<
  Role extends Demand,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
>(
  route: { role: Role; params: Params; query: Query; body?: Body },
  request: RouteRequest,
): Asked<Role, z.infer<Params>, z.infer<Query>, z.infer<Body>> {
  const { params, query, body } = readInput(
    { params: route.params, query: route.query, ...(route.body && { body: { schema: route.body } }) },
    request,
  )
  const { visitor, session, caller, response } = request
  // The casts: the router admits no request without what the role demands.
  return {
    ...{ visitor, response, params, query },
    body: body as z.infer<Body>,
    session: session as Asked<Role, never, never, never>['session'],
    caller: caller as Asked<Role, never, never, never>['caller'],
  }
}
