import { type DatabaseTransaction, joinTransaction } from '@signalpost/database'
import { recordAudit } from '@signalpost/database/acts'
import { parseInput, RejectedError } from '@signalpost/domain'
import type { z } from 'zod'
import { type Caller, may } from './caller.ts'
import type { Act, ActServices, Commit } from './define-act.ts'

/**
 * Does an act for a caller and logs what it changed, in one transaction: in `transaction` where that is given. Throws
 * RejectedError: `invalid_request` for the input, `forbidden` for the caller, and what the act itself refuses.
 */
export async function performAct<Schema extends z.ZodType, Result, Services extends ActServices>(
  services: Services & { transaction?: DatabaseTransaction },
  {
    caller,
    act,
    input: given,
  }: { caller: Caller; act: Act<Schema, Result, Services>; input: z.input<Schema> },
): Promise<Result> {
  if (!may(caller, act.demands)) {
    throw new RejectedError('forbidden', `This needs the role ${act.demands}.`)
  }
  const parsed = parseInput(act.input, confine(given, caller))
  if (!parsed.ok) {
    throw new RejectedError('invalid_request', 'The input is not valid.', { issues: parsed.issues })
  }
  const call = { services, caller, input: parsed.value }
  const commit: Commit = (run) =>
    joinTransaction(services.transaction ?? services.database, async (transaction) => {
      const { result, change } = await run(transaction)
      if (change !== undefined) {
        const { actor, address, requestId } = caller
        await recordAudit(transaction, { ...change, actor, act: act.name, address, requestId })
      }
      return result
    })
  if ('run' in act) return commit((transaction) => act.run({ ...call, transaction }))
  if (services.transaction !== undefined) {
    throw new Error(`${act.name} does more than fits into the transaction of another act.`)
  }
  return act.around(call, commit)
}

/** A caller of one workspace reaches nothing outside it: every act looks for its target within `orgId`. */
function confine<Input>(input: Input, { orgId }: Caller): Input {
  if (orgId === undefined || typeof input !== 'object' || input === null) return input
  if ('orgId' in input && input.orgId !== undefined && input.orgId !== orgId) {
    throw new RejectedError('not_found', 'There is no such workspace.')
  }
  return { ...input, orgId }
}
