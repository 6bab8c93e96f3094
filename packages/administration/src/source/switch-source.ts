import { getSource, setSourceEnabled } from '@signalpost/database/access'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedSource, sourceTarget } from './audited-source.ts'

const input = z.strictObject({ sourceId: z.string(), orgId: orgIdSchema.optional() })

/** Every intake accepts deliveries of the source again within 5 s. Throws RejectedError `not_found`. */
export const enableSourceAct = switchTo({ name: 'source.enable', enabled: true })

/** Every intake refuses deliveries of the source within 5 s. Throws RejectedError `not_found`. */
export const disableSourceAct = switchTo({ name: 'source.disable', enabled: false })

function switchTo({ name, enabled }: { name: string; enabled: boolean }) {
  return defineAct({
    name,
    demands: 'admin',
    input,
    run: async ({ transaction, input: reference }) => {
      const before = await getSource(transaction, reference)
      const after = await setSourceEnabled(transaction, { ...reference, enabled })
      const states = { before: auditedSource(before), after: auditedSource(after) }
      return { result: after, change: changeBetween({ ...sourceTarget(after), ...states }) }
    },
  })
}
