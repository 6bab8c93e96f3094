import { judgeSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineCommandAct } from '../define-operation.ts'
import { doneWithSignal } from './done-with-signal.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  signalId: idSchema,
  verdict: z.enum([...verdicts, 'none']),
})

/** Judges a signal good or bad, or withdraws the verdict. Returns the signal. Throws RejectedError `not_found`. */
export const judgeSignalAct = defineCommandAct({
  name: 'signal.judge',
  summary: 'Judge a signal good or bad, or withdraw the verdict.',
  demands: 'member',
  input,
  run: async ({
    transaction,
    services,
    input: { verdict, ...signal },
  }: ActWork<z.output<typeof input>, RecordServices>) => {
    const judgement = { ...signal, verdict: verdict === 'none' ? null : verdict, nowMs: services.nowMs() }
    return doneWithSignal(await judgeSignal(transaction, judgement), signal.orgId, ({ feedback }) => ({
      verdict: feedback?.verdict ?? null,
    }))
  },
})
