import { createHash } from 'node:crypto'
import { type Act, type Caller as ActingCaller, performAct } from '@signalpost/administration'
import type { DatabaseTransaction } from '@signalpost/database'
import { canonicalJson } from '@signalpost/domain'
import { readInput, withinDeadline } from '@signalpost/rest'
import type { z } from 'zod'
import { commitWithin } from '../idempotency/commit-within.ts'
import type { Write } from '../idempotency/keyed-write.ts'
import type { Services } from '../services.ts'
import type { Caller } from './callers/authenticate.ts'
import type { Route, RouteInput } from './define-route.ts'

type WriteServices = Omit<Services, 'database'> & {
  transaction: DatabaseTransaction
  /** Does an act as the key, in the transaction, and logs it there. */
  perform: <Schema extends z.ZodType, Result>(
    act: Act<Schema, Result, Pick<Services, 'database' | 'nowMs'>>,
    input: z.input<Schema>,
  ) => Promise<Result>
}

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
  body: { schema: Body; example: z.input<Body>; maxBytes?: number; isOptional?: boolean }
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
          JSON.stringify(
            await write(
              {
                ...others,
                transaction,
                perform: (act, given) =>
                  performAct(
                    { ...services, transaction },
                    { caller: actingCaller(caller), act, input: given },
                  ),
              },
              input,
              prepared,
            ),
          )
      const prepareWrite =
        prepare &&
        (async (): Promise<Write> => {
          const due = AbortSignal.timeout(Math.max(0, Math.floor(endsAtMs - performance.now())))
          const signal = idempotencyKey === undefined ? AbortSignal.any([due, request.gone()]) : due
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

/** A key acts in its own workspace, and never as an admin. */
function actingCaller({ keyId, orgId, memberId, address, requestId }: Caller): ActingCaller {
  const actor = { kind: 'key' as const, id: keyId }
  return { actor, memberId, orgId, role: 'member', isOperator: false, address, requestId }
}

/** The path with its ids in one form, however they were escaped. */
function concretePath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])))
}
