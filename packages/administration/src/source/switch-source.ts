import { getSource, setSourceEnabled } from '@signalpost/database/access'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineSwitchable } from '../define-switchable.ts'
import { auditedSource, sourceTarget } from './audited-source.ts'

const switchTo = defineSwitchable({
  input: z.strictObject({ sourceId: z.string(), orgId: orgIdSchema.optional() }),
  get: getSource,
  set: setSourceEnabled,
  targetOf: sourceTarget,
  auditedOf: auditedSource,
})

/** Every intake accepts deliveries of the source again within 5 s. */
export const enableSourceAct = switchTo({
  name: 'source.enable',
  summary: 'Accept deliveries from a source again.',
  to: { enabled: true },
})

/** Every intake refuses deliveries of the source within 5 s. */
export const disableSourceAct = switchTo({
  name: 'source.disable',
  summary: 'Refuse all deliveries from a source until it is enabled.',
  to: { enabled: false },
})
