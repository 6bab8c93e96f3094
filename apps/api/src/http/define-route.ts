import type { ErrorCode, Scope } from '@signalpost/domain'
import { readInput, withinDeadline } from '@signalpost/rest'
import type { z } from 'zod'
import type { Services } from '../services.ts'
import type { Caller } from './callers/authenticate.ts'
import type { RouteAnswer, RouteRequest } from './route-answer.ts'

/** One endpoint: serves requests, validates them and describes them. */
export type Route = {
  operationId: string
  method: 'get' | 'post' | 'patch'
  /** In OpenAPI's notation. */
  path: `/v1/${string}`
  /** Keys without it are refused; every route has one. */
  scope: Scope
  summary: string
  description: string
  params: z.ZodObject
  query: z.ZodObject
  /** The JSON document that POST and PATCH accept. */
  body?: {
    schema: z.ZodType
    example: unknown
    /** Defaults to 64 KiB. */
    maxBytes?: number
    /** Whether a request without a body counts as one with an empty object. */
    isOptional?: boolean
  }
  success: {
    status: number
    description: string
    /** Defaults to `application/json`. */
    contentType?: string
    /** Headers of every success. */
    headers?: Record<string, string>
    schema: z.ZodType
    example: unknown
  }
  /** The codes beyond those of every route. */
  errors: readonly ErrorCode[]
  /** How long an answer may take if the usual time is too short. */
  timeoutMs?: number
  /** Throws RejectedError `invalid_request` with every fault of the input. */
  answer: (services: Services, request: RouteRequest) => Promise<RouteAnswer>
}

/** The input of a handler: the caller and the validated values. */
export type RouteInput<Params extends z.ZodType, Query extends z.ZodType> = {
  caller: Caller
  params: z.infer<Params>
  query: z.infer<Query>
}

type Definition<Params extends z.ZodObject, Query extends z.ZodObject, Success extends z.ZodType> = Omit<
  Route,
  'method' | 'params' | 'query' | 'body' | 'success' | 'answer'
> & {
  method: 'get'
  params: Params
  query: Query
  success: { status: number; description: string; schema: Success; example: z.infer<Success> }
  handle: (services: Services, input: RouteInput<Params, Query>) => Promise<z.infer<Success>>
}

/** Defines a route that reads, and answers with one JSON document. */
export function defineRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Success extends z.ZodType,
>({ handle, ...route }: Definition<Params, Query, Success>): Route {
  return {
    ...route,
    answer: async (services, request) => {
      const { params, query } = readInput(route, request)
      const answer = handle(services, { caller: request.caller, params, query })
      return { body: JSON.stringify(await withinDeadline(answer, request.endsAtMs)) }
    },
  }
}
