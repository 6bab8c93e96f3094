import { memberOf } from '@signalpost/authorization'
import { acknowledgeSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineCommandAct } from '../define-operation.ts'
import type { RecordServices } from '../record/record-services.ts'
import { doneWithSignal } from '../record/signal-acts.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema })

/** Acknowledges a signal, as its escalations ask. Returns the signal. Throws RejectedError `not_found`. */
export const acknowledgeSignalAct = defineCommandAct({
  name: 'signal.acknowledge',
  summary: 'Acknowledge a signal, which ends the escalations that ask for it.',
  demands: 'member',
  input,
  run: async ({
    transaction,
    services,
    caller,
    input: given,
  }: ActWork<z.output<typeof input>, RecordServices>) => {
    const acknowledgement = { ...given, by: memberOf(caller), nowMs: services.nowMs() }
    const changed = await acknowledgeSignal(transaction, acknowledgement)
    // Anyone who has the link of a message acts through it, so the actor alone names no one.
    return doneWithSignal(changed, given.orgId, (signal) => ({
      acknowledgedAt: signal.acknowledgedAt ?? null,
      ...(signal !== changed?.before && { by: acknowledgement.by }),
    }))
  },
})
