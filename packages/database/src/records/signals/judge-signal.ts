import type { Feedback } from '@signalpost/domain'
import type { DatabaseTransaction } from '../../database.ts'
import { type ChangedSignal, changeSignal } from './change-signal.ts'

type Judgement = {
  orgId: string
  signalId: string
  /** Null withdraws the verdict. */
  verdict: Feedback['verdict'] | null
  /** The user who judges. */
  by: string
  nowMs: number
}

/** Judges a signal. An equal verdict keeps its moment. Undefined where there is no such signal. */
export function judgeSignal(
  transaction: DatabaseTransaction,
  { verdict, by, ...reference }: Judgement,
): Promise<ChangedSignal | undefined> {
  return changeSignal(transaction, {
    ...reference,
    eventFor: ({ id: signalId, feedback }) => {
      if ((feedback?.verdict ?? null) === verdict) return undefined
      return {
        type: 'signal.feedback',
        dataAt: (at) => ({ signalId, feedback: verdict === null ? null : { verdict, at }, by }),
      }
    },
  })
}
