import { getSource, setSourceEnabled } from '@signalpost/database/access'
import { z } from 'zod'
import { defineChoice } from '../define-operation.ts'
import { defineSwitchable } from '../define-switchable.ts'
import { sourceAudit, sourceDocument, sourceReference } from './source-document.ts'

const switchTo = defineSwitchable({
  input: sourceReference,
  get: getSource,
  set: setSourceEnabled,
  audit: sourceAudit,
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

export const switchSourceChoice = defineChoice({
  name: 'source.switch',
  summary: 'Enable or disable a source.',
  demands: 'admin',
  input: sourceReference.extend({ enabled: z.boolean() }),
  http: { method: 'patch', path: '/sources/{id}', errors: ['not_found'] },
  output: sourceDocument,
  example: { enabled: false },
  choose: ({ enabled }) => (enabled ? enableSourceAct : disableSourceAct),
})
