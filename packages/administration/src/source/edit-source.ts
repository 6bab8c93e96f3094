import { editSource, getSource } from '@signalpost/database/access'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedSource, sourceTarget } from './audited-source.ts'
import { getScheme, readSettings } from './source-scheme.ts'

const input = z.strictObject({
  sourceId: z.string(),
  orgId: orgIdSchema.optional(),
  name: nameSchema.optional(),
  /** All settings of the scheme; they replace the present ones. */
  settings: z.record(z.string(), z.string()).optional(),
  toleranceSeconds: z.number().int().min(1).max(3600).optional(),
  /** Null removes the limit. */
  ratePerMinute: z.number().int().min(1).max(1_000_000_000).nullable().optional(),
})

/**
 * Changes the name, the settings, the tolerance or the limit of a source; its scheme stays. Every intake follows within
 * 5 s. Throws RejectedError `not_found`, `invalid_request`.
 */
export const editSourceAct = defineAct({
  name: 'source.edit',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { sourceId, orgId, ...given } }) => {
    const before = await getSource(transaction, { sourceId, orgId })
    const scheme = getScheme(before.scheme)
    if (given.toleranceSeconds !== undefined && !scheme.toleranceApplies) {
      const message = `expected no tolerance: the scheme ${scheme.name} signs no timestamp`
      const issues = [{ path: 'toleranceSeconds', message }]
      throw new RejectedError('invalid_request', 'The tolerance has no effect.', { issues })
    }
    const { name = before.name, toleranceSeconds = before.toleranceSeconds } = given
    const settings = given.settings === undefined ? before.settings : readSettings(scheme, given.settings)
    const ratePerMinute = given.ratePerMinute === undefined ? before.ratePerMinute : given.ratePerMinute
    const edited = { ...before, name, settings, toleranceSeconds, ratePerMinute }
    if (JSON.stringify(auditedSource(edited)) === JSON.stringify(auditedSource(before)))
      return { result: before }
    const result = await editSource(transaction, edited)
    const change = { ...sourceTarget(before), before: auditedSource(before), after: auditedSource(result) }
    return { result, change }
  },
})
