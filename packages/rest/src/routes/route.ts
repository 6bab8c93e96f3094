import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { type ErrorCode, idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { RequestParts } from '../read-input.ts'

/** What an app brings to its routes. Types alone: an app names its own once and makes its definitions by it. */
export type Face = {
  /** What handlers may use. */
  services: object
  /** In OpenAPI's notation. */
  path: `/${string}`
  /** The member in which a route says what it demands of its caller. */
  gate: 'scope' | 'role'
  /** Who asks, by what the route demands. */
  askers: Record<string, object>
  /** Members that every route has beside those of the engine. */
  members: object
}

export type Demand<Of extends Face> = keyof Of['askers'] & string
export type Asker<Of extends Face> = Of['askers'][Demand<Of>]
export type Method = 'get' | 'post' | 'patch' | 'delete'

/** What validates the requests of an endpoint and describes it, without its success. */
export type Declared<
  Of extends Face,
  Demanded,
  Verb extends Method,
  Path,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> = Of['members'] &
  Record<Of['gate'], Demanded> & {
    operationId: string
    method: Verb
    path: Path
    summary: string
    /** Defaults to the ids that the path names. */
    params?: Params | undefined
    /** Defaults to none. */
    query?: Query | undefined
    /** The JSON document that a write accepts. */
    body?: Body | undefined
    bodyExample?: z.input<Body>
    /** Defaults to 64 KiB. */
    maxBodyBytes?: number
    /** Whether a request without a body counts as one with an empty object. */
    bodyIsOptional?: boolean
    /** The codes beyond those of every route. */
    errors: readonly ErrorCode[]
    /** How long an answer may take if the usual time is too short. */
    timeoutMs?: number
  }

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The ids that a path names. */
export type IdsIn<Path> = z.ZodObject<Record<NamesIn<Path>, typeof idSchema>>
export type NoQuery = z.ZodObject<Record<never, never>>

/** Adds to a route what it does not say. */
export function complete<Path extends string, Params extends z.ZodObject, Query extends z.ZodObject>({
  path,
  params,
  query,
}: {
  path: Path
  params?: Params | undefined
  query?: Query | undefined
}): { params: Params; query: Query } {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
    ...[name, name === 'orgId' ? orgIdSchema : idSchema],
  ])
  // The casts: what a route does not say has these types by default.
  return {
    params: params ?? (z.object(Object.fromEntries(ids)) as z.ZodObject as Params),
    query: query ?? (z.object({}) as z.ZodObject as Query),
  }
}

/** A success that is text, which needs no schema. */
export type TextSuccess = {
  status: number
  description: string
  /** Defaults to `application/json`. */
  contentType?: string
  /** Headers of every success. */
  headers?: Record<string, string>
  example?: string
}

export type Success<Schema extends z.ZodType> = Omit<TextSuccess, 'example'> & {
  schema: Schema
  example?: z.infer<Schema>
}

/** One endpoint: serves requests, validates them and describes them. */
export type Route<Of extends Face> = Declared<
  Of,
  Demand<Of>,
  Method,
  Of['path'],
  z.ZodObject,
  z.ZodObject,
  z.ZodType
> & {
  params: z.ZodObject
  query: z.ZodObject
  success: Success<z.ZodType>
  /** Throws RejectedError `invalid_request` with every fault of the input. */
  answer: (services: Of['services'], request: RouteRequest<Asker<Of>>) => Promise<RouteAnswer>
}

export type RouteRequest<Who> = RequestParts & {
  asker: Who
  /** Whether only the headers of the answer are sent. */
  isHead: boolean
  /** When the answer is due, on `performance.now()`. */
  endsAtMs: number
  /** Returns a signal that aborts when the caller has left. As a getter, it took 8 µs a request. */
  gone: () => AbortSignal
}

/** A success: its bytes, complete or as a stream, or a function that writes the whole answer as it comes. */
export type RouteAnswer = {
  body: string | Readable | ((response: ServerResponse) => Promise<void>)
  headers?: Record<string, string>
}

/** A request on its way through the engine. */
export type Exchange<Of extends Face, Known> = {
  request: IncomingMessage
  response: ServerResponse
  /** All routes of the path, whatever their method; those with a literal segment go first. */
  ofPath: readonly Route<Of>[]
  /** The one of the method. */
  route: Route<Of> | undefined
  /** Undefined until the caller is identified. */
  known: Known | undefined
  /** Undefined until the caller is admitted. */
  asker: Asker<Of> | undefined
  /** Undefined until they are read. */
  params: Record<string, string> | undefined
}

/** An exchange whose path and method are served. */
export type Served<Of extends Face, Known> = Exchange<Of, Known> & { route: Route<Of>; known: Known }
