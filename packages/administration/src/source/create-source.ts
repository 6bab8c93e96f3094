import { createSource } from '@signalpost/database/access'
import { nameSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { defaultToleranceSeconds } from '@signalpost/signatures'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { auditedSource, sourceTarget } from './audited-source.ts'
import { chooseSecret, getScheme, readSettings, schemeNameSchema } from './source-scheme.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: nameSchema,
  scheme: schemeNameSchema.default('service-v1'),
  settings: z.record(z.string(), z.string()).default({}),
  toleranceSeconds: z.number().int().min(1).max(3600).optional(),
  ratePerMinute: z.number().int().min(1).max(1_000_000_000).nullable().default(null),
  /** The sender's own secret. Without it one is generated. */
  secret: z.string().optional(),
})

/** Registers a sender. The result holds its secret. Throws RejectedError `invalid_request`. */
export const createSourceAct = defineAct({
  name: 'source.create',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  run: async ({ transaction, services, input: { orgId, name, ratePerMinute, ...given } }) => {
    const scheme = getScheme(given.scheme)
    if (given.toleranceSeconds !== undefined && !scheme.toleranceApplies) {
      const message = `expected no tolerance: the scheme ${scheme.name} signs no timestamp`
      const issues = [{ path: 'toleranceSeconds', message }]
      throw new RejectedError('invalid_request', 'The tolerance has no effect.', { issues })
    }
    const secret = chooseSecret(scheme, given.secret)
    const source = await createSource(transaction, services.secretBox, {
      orgId,
      name,
      cell: services.cell,
      ratePerMinute,
      secret,
      scheme: scheme.name,
      settings: readSettings(scheme, given.settings),
      toleranceSeconds: given.toleranceSeconds ?? defaultToleranceSeconds,
    })
    const change = { ...sourceTarget(source), before: null, after: auditedSource(source) }
    return { result: { ...source, secret }, change }
  },
})
