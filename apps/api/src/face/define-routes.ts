import { type Act, type Caller as ActingCaller, performAct } from '@signalpost/administration'
import type { DatabaseTransaction } from '@signalpost/database'
import type { Scope } from '@signalpost/domain'
import { type Route as AnyRoute, routesOf, writesOf } from '@signalpost/rest'
import type { z } from 'zod'
import type { Services } from '../services.ts'
import type { Caller } from './callers/authenticate.ts'

/** Where the scope depends on a parameter of the query: the scope of each of its values. */
type ScopesBy = { parameter: string; scopes: Readonly<Record<string, Scope>> }

/** The routes of keys. `act` is what a write is named in the audit log where it is refused. */
export type KeyFace = {
  services: Services
  path: `/v1/${string}`
  /** Keys without it are refused. */
  gate: 'scope'
  askers: Record<Scope, { caller: Caller }>
  members: { description: string; act?: string; scopesBy?: ScopesBy }
}

export type Route = AnyRoute<KeyFace>

/** All scopes that open a route; which of them a request needs may depend on its query. */
export function scopesOf({ scope, scopesBy }: Pick<Route, 'scope' | 'scopesBy'>): readonly Scope[] {
  return scopesBy === undefined ? [scope] : Object.values(scopesBy.scopes)
}

type WriteServices = Omit<Services, 'database'> & {
  transaction: DatabaseTransaction
  /** Does an act as the key, in the transaction, and logs it there. */
  perform: <Schema extends z.ZodType, Result>(
    act: Act<Schema, Result, Pick<Services, 'database' | 'nowMs'>>,
    input: z.input<Schema>,
  ) => Promise<Result>
}

export const { defineRoute, defineStreamRoute } = routesOf<KeyFace>()

export const defineWrite = writesOf<KeyFace, WriteServices>({
  keyOf: ({ caller }) => caller.keyId,
  within: (services, transaction, { caller }) => {
    const { database: _, ...others } = services
    return {
      ...others,
      transaction,
      perform: (act, input) =>
        performAct({ ...services, transaction }, { caller: actingCaller(caller), act, input }),
    }
  },
})

/** A key acts in its own workspace, and never as an admin. */
function actingCaller({ keyId, orgId, memberId, address, requestId }: Caller): ActingCaller {
  const actor = { kind: 'key' as const, id: keyId }
  return { actor, memberId, orgId, role: 'member', isOperator: false, address, requestId }
}
