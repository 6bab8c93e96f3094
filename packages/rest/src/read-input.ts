import {
  type Issue,
  isDeeperThan,
  maxIssues,
  type ParsedInput,
  parseInput,
  showable,
} from '@signalpost/domain'
import type { z } from 'zod'
import { invalidRequest } from './invalid-request.ts'
import { readQuery } from './read-query.ts'

const message = 'expected text without U+0000 and lone surrogates'

/** Yields an issue for each name and text in a JSON value that stores and JSON readers refuse. */
function* findUnstorableText(value: unknown, at: readonly string[] = []): Generator<Issue> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path: at.join('.'), message }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (mayHold(item)) yield* findUnstorableText(item, [...at, String(index)])
  } else if (typeof value === 'object' && value !== null) {
    // By names: pairs of a large object outgrow the processor's caches, and take three times as long.
    for (const name of Object.keys(value)) {
      const member: unknown = Reflect.get(value, name)
      if (!isStorable(name)) yield { path: at.join('.'), message }
      if (mayHold(member)) yield* findUnstorableText(member, [...at, showable(name)])
    }
  }
}

/** Most values hold none, so paths are built only for those that could. */
function mayHold(value: unknown): boolean {
  return typeof value === 'string' ? !isStorable(value) : typeof value === 'object'
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const maxLevels = 64
const idempotencyKey = /^[\x20-\x7e]{1,255}$/

type Schemas<Params, Query, Body> = { params: Params; query: Query; body?: Body | undefined }

/** A request as it came, before anything of it is validated. */
export type RequestParts = {
  params: unknown
  /** The query string without its `?`. */
  search: string
  /** The parsed JSON document; undefined where the route takes none. */
  body: unknown
  /** Every `Idempotency-Key` header that was sent. */
  idempotencyKeys: readonly string[]
}

type Input<Params, Query, Body> = {
  params: z.infer<Params>
  query: z.infer<Query>
  body: z.infer<Body>
  idempotencyKey: string | undefined
}

/** Validates a whole request. Throws RejectedError `invalid_request` that lists everything wrong with it. */
export function readInput<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType = z.ZodUndefined,
>(route: Schemas<Params, Query, Body>, request: RequestParts): Input<Params, Query, Body> {
  const params = parseInput(route.params, request.params)
  const { values, issues } = readQuery(request.search, Object.keys(route.query.shape))
  const query = parseInput(route.query, values)
  const body = readBody(route.body, request.body)
  const key = readIdempotencyKey(request.idempotencyKeys)
  if (params.ok && query.ok && body.ok && key.ok && issues.length === 0) {
    // The cast: without a schema the body is undefined, which the type parameter says by its default.
    const value = body.value as z.infer<Body>
    return { params: params.value, query: query.value, body: value, idempotencyKey: key.value }
  }
  throw invalidRequest([
    ...issuesIn(params),
    ...issues,
    ...issuesIn(query),
    ...issuesIn(key),
    ...issuesIn(body),
  ])
}

function readBody(schema: z.ZodType | undefined, given: unknown): ParsedInput<unknown> {
  if (schema === undefined) return { ok: true, value: undefined }
  if (isDeeperThan(given, maxLevels)) {
    return { ok: false, issues: [{ path: '', message: `expected at most ${maxLevels} levels` }] }
  }
  const unstorable = findUnstorableText(given).take(maxIssues).toArray()
  const parsed = parseInput(schema, given)
  return unstorable.length === 0 ? parsed : { ok: false, issues: [...unstorable, ...issuesIn(parsed)] }
}

function readIdempotencyKey(given: readonly string[]): ParsedInput<string | undefined> {
  const [key] = given
  if (given.length === 0 || (given.length === 1 && key !== undefined && idempotencyKey.test(key))) {
    return { ok: true, value: key }
  }
  const message = 'expected 1 to 255 printable ASCII characters, once'
  return { ok: false, issues: [{ path: 'Idempotency-Key', message }] }
}

function issuesIn(parsed: ParsedInput<unknown>): Issue[] {
  return parsed.ok ? [] : parsed.issues
}
