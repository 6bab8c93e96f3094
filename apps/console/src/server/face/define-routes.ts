import type { ServerResponse } from 'node:http'
import type { Caller } from '@signalpost/administration'
import type { Visitor } from '@signalpost/administration/ways-in'
import type { Demand, Session } from '@signalpost/authorization'
import { type Route as AnyRoute, routesOf } from '@signalpost/rest'
import type { Services } from '../services.ts'

/** Who sends a request, and its answer: to set cookies. The body is what the handler returns. */
type Stranger = { visitor: Visitor; response: ServerResponse; session: undefined; caller: undefined }

/** A person who is logged in. The caller acts within the workspace of the path, if that names one. */
type Person = Omit<Stranger, 'session' | 'caller'> & { session: Session; caller: Caller }

/** The routes of people. */
export type PeopleFace = {
  services: Services
  /** A route of a workspace has `{orgId}` in it. */
  path: `/console/api/${string}`
  /** The least that the caller needs; in the description as `x-role`. */
  gate: 'role'
  askers: Record<Exclude<Demand, 'nobody'>, Person> & Record<'nobody', Stranger>
  /** What a write, and a read that needs a recent login, is named in the audit log where it is refused. */
  members: { act?: string }
}

export type Route = AnyRoute<PeopleFace>

export const { defineRoute, defineStreamRoute, defineLiveRoute } = routesOf<PeopleFace>()
