import { createSource, type Source } from '@signalpost/database/access'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { defaultToleranceSeconds } from '@signalpost/signatures'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'
import { givenSource, ownSecret, sourceAudit, sourceDocument } from './source-document.ts'
import { chooseSecret, getScheme, readSettings, schemeNameSchema } from './source-scheme.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  name: givenSource.name,
  scheme: schemeNameSchema.default('service-v1'),
  settings: givenSource.settings.default({}),
  toleranceSeconds: givenSource.toleranceSeconds.optional(),
  ratePerMinute: givenSource.ratePerMinute.default(null),
  secret: ownSecret,
})

/** The result has the secret. Throws RejectedError `invalid_request`. */
export const createSourceAct = defineOperation({
  name: 'source.create',
  summary: 'Register a sender. Its secret is shown once.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: { method: 'post', path: '/sources', status: 201, errors: ['login_required'] },
  example: { name: 'Source' },
  output: {
    description: 'The source and its secret, which is shown this once.',
    schema: sourceDocument.schema.extend({ secret: z.string() }),
    of: (created: Source & { secret: string }, services: { intakeUrl: string }) => ({
      ...sourceDocument.of(created, services),
      secret: created.secret,
    }),
  },
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
    return sourceAudit.created({ ...source, secret })
  },
})
