import { createHash } from 'node:crypto'
import type { DatabaseTransaction } from '@signalpost/database'
import { canonicalJson } from '@signalpost/domain'
import { readInput, withinDeadline } from '@signalpost/rest'
import type { z } from 'zod'
import { commitWithin } from '../idempotency/commit-within.ts'
import type { Write } from '../idempotency/keyed-write.ts'
import type { Services } from '../services.ts'
import type { Route, RouteInput } from './define-route.ts'

type WriteServices = Omit<Services, 'database'> & { transaction: DatabaseTransaction }

/**
 * `signal` aborts when the answer is due, or no one waits for it any more. With an Idempotency-Key, another request may
 * wait for it, now or later.
 */
type PrepareServices = Services & { signal: AbortSignal }

type Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = RouteInput<
  Params,
  Query
> & { body: z.infer<Body> }

type Definition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Success extends z.ZodType,
  Prepared,
> = Omit<Route, 'method' | 'params' | 'query' | 'body' | 'success' | 'answer'> & {
  method: 'post' | 'patch'
  params: Params
  query: Query
  body: { schema: Body; example: z.input<Body>; maxBytes?: number }
  success: { status: number; description: string; schema: Success; example: z.infer<Success> }
  /**
   * Does slow work and external calls before the transaction. Not repeated for an Idempotency-Key with a stored answer.
   * What it reserves must expire if the process dies or the write fails.
   */
  prepare?: (services: PrepareServices, input: Input<Params, Query, Body>) => Promise<Prepared>
  /** Makes the effect and its answer, which are committed together or not at all. */
  write: (
    services: WriteServices,
    input: Input<Params, Query, Body>,
    prepared: Prepared,
  ) => Promise<z.infer<Success>>
}

/** Defines a route that accepts a JSON document, changes something and answers with a JSON document. */
export function defineWrite<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Success extends z.ZodType,
  Prepared = undefined,
>({ prepare, write, ...route }: Definition<Params, Query, Body, Success, Prepared>): Route {
  return {
    ...route,
    answer: async (services, request) => {
      const { database, ...others } = services
      const { caller, endsAtMs } = request
      const { params, query, body, idempotencyKey } = readInput(route, request)
      const input = { caller, params, query, body }
      const writeAfter =
        (prepared: Prepared): Write =>
        async (transaction) =>
          JSON.stringify(await write({ ...others, transaction }, input, prepared))
      const prepareWrite =
        prepare &&
        (async (): Promise<Write> => {
          const due = AbortSignal.timeout(Math.max(0, Math.floor(endsAtMs - performance.now())))
          const signal = idempotencyKey === undefined ? AbortSignal.any([due, request.gone]) : due
          const prepared = prepare({ ...services, signal }, input)
          return writeAfter(await withinDeadline(prepared, endsAtMs))
        })
      // The cast: without `prepare` nothing is prepared, as the type parameter's default says.
      const writeAtOnce = writeAfter(undefined as Prepared)

      if (idempotencyKey === undefined) {
        const last = prepareWrite === undefined ? writeAtOnce : await prepareWrite()
        return { body: await commitWithin(database, endsAtMs, last) }
      }
      const scope = {
        keyId: caller.keyId,
        method: route.method,
        path: concretePath(route.path, params),
        idempotencyKey,
        bodySha256: createHash('sha256').update(canonicalJson(request.body)).digest(),
      }
      const work = prepareWrite === undefined ? { write: writeAtOnce } : { prepare: prepareWrite }
      return services.writeOnce({ scope, endsAtMs, ...work })
    },
  }
}

/** Returns the path with its ids in one form, however they were escaped. */
function concretePath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])))
}
