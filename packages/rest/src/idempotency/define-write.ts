import { createHash } from 'node:crypto'
import type { Database, DatabaseTransaction } from '@signalpost/database'
import { canonicalJson } from '@signalpost/domain'
import type { z } from 'zod'
import { type Asked, readAsked } from '../routes/define-routes.ts'
import {
  type Asker,
  complete,
  type Declared,
  type Demand,
  type Face,
  type IdsIn,
  type NoQuery,
  type RouteAnswer,
  type RouteRequest,
  type Success,
} from '../routes/route.ts'
import { withinDeadline } from '../within-deadline.ts'
import { commitWithin } from './commit-within.ts'
import type { Write } from './keyed-write.ts'
import type { WriteOnce } from './write-once.ts'

/** A face whose callers may send an `Idempotency-Key`. */
type WritingFace = Face & { services: { database: Database; writeOnce: WriteOnce } }

type Writing<Of extends WritingFace, Within> = {
  /** Within whose keys an `Idempotency-Key` counts. */
  keyOf: (asker: Asker<Of>) => string
  /** What a write may use: everything of it happens in the transaction. */
  within: (services: Of['services'], transaction: DatabaseTransaction, asker: Asker<Of>) => Within
}

/** Makes the function by which an app defines routes that change something, once for each `Idempotency-Key`. */
export function writesOf<Of extends WritingFace, Within>({ keyOf, within }: Writing<Of, Within>) {
  type Services = Of['services']

  /** Defines a route that accepts a JSON document, changes something and answers with a JSON document. */
  return function defineWrite<
    const Demanded extends Demand<Of>,
    const Verb extends 'post' | 'patch',
    const Path extends Of['path'],
    Params extends z.ZodObject = IdsIn<Path>,
    Query extends z.ZodObject = NoQuery,
    Body extends z.ZodType = z.ZodUndefined,
    Answered extends z.ZodType = z.ZodUnknown,
    Prepared = undefined,
  >({
    prepare,
    write,
    ...declared
  }: Declared<Of, Demanded, Verb, Path, Params, Query, Body> & {
    success: Success<Answered>
    body: Body
    bodyExample: z.input<Body>
    /**
     * Does slow work and external calls before the transaction. Not repeated for an Idempotency-Key with a stored answer.
     * What it reserves must expire if the process dies or the write fails. `signal` aborts when the answer is due, or no
     * one waits for it any more. With an Idempotency-Key, another request may wait for it, now or later.
     */
    prepare?: (
      services: Services & { signal: AbortSignal },
      asked: Asked<Of, Demanded, Params, Query, Body>,
    ) => Promise<Prepared>
    /** Makes the effect and its answer, which are committed together or not at all. */
    write: (
      services: Within,
      asked: Asked<Of, Demanded, Params, Query, Body>,
      prepared: Prepared,
    ) => Promise<z.infer<Answered>>
  }) {
    const route = { ...declared, ...complete<Path, Params, Query>(declared) }
    const answer = async (services: Services, request: RouteRequest<Asker<Of>>): Promise<RouteAnswer> => {
      const { endsAtMs, asker } = request
      const asked = readAsked<Of, Demanded, Params, Query, Body>(route, request)
      const { idempotencyKey } = asked
      const writeAfter =
        (prepared: Prepared): Write =>
        async (transaction) =>
          JSON.stringify(await write(within(services, transaction, asker), asked, prepared))
      const prepareWrite =
        prepare &&
        (async (): Promise<Write> => {
          const due = AbortSignal.timeout(Math.max(0, Math.floor(endsAtMs - performance.now())))
          const signal = idempotencyKey === undefined ? AbortSignal.any([due, request.gone()]) : due
          return writeAfter(await withinDeadline(prepare({ ...services, signal }, asked), endsAtMs))
        })
      // The cast: without `prepare` nothing is prepared, as the type parameter's default says.
      const writeAtOnce = writeAfter(undefined as Prepared)

      if (idempotencyKey === undefined) {
        const last = prepareWrite === undefined ? writeAtOnce : await prepareWrite()
        return { body: await commitWithin(services.database, endsAtMs, last) }
      }
      const scope = {
        keyId: keyOf(asker),
        method: route.method,
        path: concretePath(route.path, asked.params as Record<string, unknown>), // the cast: an object's values
        idempotencyKey,
        bodySha256: createHash('sha256').update(canonicalJson(request.body)).digest(),
      }
      const work = prepareWrite === undefined ? { write: writeAtOnce } : { prepare: prepareWrite }
      return services.writeOnce({ scope, endsAtMs, ...work })
    }
    return { ...route, answer }
  }
}

/** The path with its ids in one form, however they were escaped. */
function concretePath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(params[name])))
}
