import { type Act, performAct } from '@signalpost/administration'
import type { AssistantCaller } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import { minuteMs } from '@signalpost/domain'
import { answerTimeoutMs } from '@signalpost/rest'
import type { z } from 'zod'
import type { ToolServices, Yes } from '../define-tool.ts'
import { hashInput } from './yes.ts'

/** Equal writes that are not idempotent by themselves have one effect for so long. */
export const sameWriteMs = 10 * minuteMs

/** Returns the key of a write that has none: equal for equal input in a turn of ten minutes. */
export function keyOfInput(input: object, nowMs: number): string {
  return `${hashInput(input).toString('base64url')}:${Math.floor(nowMs / sameWriteMs)}`
}

type ActServices = Pick<ToolServices, 'database' | 'nowMs'>

export type Writing = {
  readonly transaction: DatabaseTransaction
  /** Does an act as the assistant of its person, in the transaction, and logs it there. */
  readonly perform: <Schema extends z.ZodType, Result>(
    act: Act<Schema, Result, ActServices>,
    input: z.input<Schema>,
  ) => Promise<Result>
}

/**
 * Writes, and for a key or a yes once. The effect, its audit row and the answer are committed together. Throws
 * RejectedError `conflict` for a key that was used for other input, and for a yes to what has changed since.
 */
export async function performWrite<Answer extends object>(
  { writeOnce, ...services }: Pick<ToolServices, 'database' | 'nowMs' | 'writeOnce'>,
  {
    caller,
    tool,
    input,
    yes,
    requestKey = yes?.key,
  }: {
    caller: AssistantCaller
    tool: string
    input: object
    yes: Yes | undefined
    requestKey?: string | undefined
  },
  work: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  const write = async (transaction: DatabaseTransaction): Promise<Answer> => {
    await yes?.demandSeen(transaction)
    return work(writingOf(services, caller, transaction))
  }
  if (requestKey === undefined) return services.database.transaction().execute(write)
  const { body } = await writeOnce({
    scope: keyedScope({ caller, tool, input, requestKey }),
    endsAtMs: performance.now() + answerTimeoutMs,
    write: async (transaction) => JSON.stringify(await write(transaction)),
  })
  if (typeof body !== 'string') throw new Error('The answer of a write is not text.')
  // The cast: it is the JSON of an answer of this tool, of now or of the first call.
  return JSON.parse(body) as Answer
}

/** What a write works with in a transaction. */
export function writingOf(
  services: ActServices,
  caller: AssistantCaller,
  transaction: DatabaseTransaction,
): Writing {
  return {
    transaction,
    perform: (act, input) =>
      performAct({ ...services, transaction }, { caller: actingCaller(caller), act, input }),
  }
}

/** Within what a key of a write counts: one assistant and tool, and the same input. */
export function keyedScope({
  caller,
  tool,
  input,
  requestKey,
}: {
  caller: AssistantCaller
  tool: string
  input: object
  requestKey: string
}) {
  return {
    ...{ keyId: caller.assistantId, method: 'call', path: tool },
    ...{ bodySha256: hashInput(input), idempotencyKey: requestKey },
  }
}

/** An assistant acts for its person in one workspace, and never as an admin. */
function actingCaller({ assistantId, personId, orgId, role }: AssistantCaller) {
  const actor = { kind: 'assistant' as const, id: assistantId }
  return { actor, memberId: personId, orgId, role, isOperator: false, address: null, requestId: null }
}
