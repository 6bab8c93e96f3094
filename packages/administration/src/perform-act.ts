import { type Caller, may } from '@signalpost/authorization'
import { type DatabaseTransaction, joinTransaction } from '@signalpost/database'
import { lockSubject, recordAudit } from '@signalpost/database/acts'
import { parseInput, RejectedError } from '@signalpost/domain'
import type { z } from 'zod'
import type { Act, ActCall, ActHead, ActServices, Commit } from './define-act.ts'

const recentLoginMs = 15 * 60_000

/**
 * Performs an act for a caller and logs the change in one transaction, `transaction` if it is given. Throws
 * RejectedError: `forbidden` or `login_required` for the caller, `invalid_request` for the input, and the refusals of
 * the act.
 */
export async function performAct<
  Schema extends z.ZodType,
  Result,
  Services extends Pick<ActServices, 'database' | 'nowMs'>,
>(
  services: Services & { transaction?: DatabaseTransaction },
  call: { caller: Caller; act: Act<Schema, Result, Services>; input: z.input<Schema> },
): Promise<Result> {
  return performCall(services, call)
}

/** Performs an act with an input of any origin. */
export async function performCall<
  Schema extends z.ZodType,
  Result,
  Services extends Pick<ActServices, 'database' | 'nowMs'>,
>(
  services: Services & { transaction?: DatabaseTransaction },
  { caller, act, input }: { caller: Caller; act: Act<Schema, Result, Services>; input: unknown },
): Promise<Result> {
  const call = admitCall(services, act, { caller, input })
  const commit: Commit = (run) =>
    joinTransaction(services.transaction ?? services.database, async (transaction) => {
      const subject = findSubject(act, call.input)
      if (subject !== undefined) await lockSubject(transaction, subject)
      const { result, change = [] } = await run(transaction)
      const { address, requestId, via } = caller
      const entries = [change].flat().map(({ actor = caller.actor, ...changed }) => {
        return { ...changed, actor, act: act.name, address, requestId, ...(via && { via }) }
      })
      await recordAudit(transaction, entries)
      return result
    })
  if ('run' in act) return commit((transaction) => act.run({ ...call, transaction }))
  if (services.transaction !== undefined) {
    throw new Error(`${act.name} does more than fits into the transaction of another act.`)
  }
  return act.around(call, commit)
}

/** Acts on these lock their rows, and there are many of them at once. */
const records = new Set(['signal', 'deal'])

/** Returns what an act changes. Acts on it follow each other, so what one read before is what it changed. */
function findSubject({ name }: ActHead<z.ZodType>, input: unknown): string | undefined {
  const [noun = ''] = name.split('.', 1)
  const members: Record<string, unknown> = Object(input)
  const id = members[noun === 'workspace' ? 'orgId' : `${noun}Id`]
  return typeof id !== 'string' || records.has(noun) ? undefined : `${noun} ${id}`
}

/** Checks who calls an act or a read, and with what. Throws RejectedError. */
export function admitCall<Schema extends z.ZodType, Services extends Pick<ActServices, 'nowMs'>>(
  services: Services,
  operation: Omit<ActHead<Schema>, 'name'>,
  { caller, input }: { caller: Caller; input: unknown },
): ActCall<z.output<Schema>, Services> {
  if (!may(caller, operation))
    throw new RejectedError('forbidden', `This needs the role ${operation.demands}.`)
  if (operation.needsRecentLogin === true) demandRecentLogin(caller, services.nowMs())
  const parsed = parseInput(operation.input, confine(input, caller))
  if (!parsed.ok) {
    throw new RejectedError('invalid_request', 'The input is not valid.', { issues: parsed.issues })
  }
  return { services, caller, input: parsed.value }
}

/**
 * An abandoned session must not show a secret, erase data, change people or lead secrets elsewhere. Throws RejectedError
 * `login_required`.
 */
export function demandRecentLogin({ actor, loggedInAtMs = 0 }: Caller, nowMs: number): void {
  if (actor.kind !== 'person' || nowMs - loggedInAtMs < recentLoginMs) return
  throw new RejectedError('login_required', 'This needs a login of the last 15 minutes. Log in again.')
}

/** Keeps a caller to their workspace: every act looks for its target within `orgId`. */
function confine(input: unknown, { orgId }: Caller): unknown {
  if (orgId === undefined || typeof input !== 'object' || input === null) return input
  if ('orgId' in input && input.orgId !== undefined && input.orgId !== orgId) {
    throw new RejectedError('not_found', 'There is no such workspace.')
  }
  return { ...input, orgId }
}
