import { editSource, getSource } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import { defineOperation } from '../define-operation.ts'
import { givenSource, sourceAudit, sourceDocument, sourceReference } from './source-document.ts'
import { getScheme, readSettings } from './source-scheme.ts'

/** The scheme stays. Throws RejectedError: `not_found`, `invalid_request`. */
export const editSourceAct = defineOperation({
  name: 'source.edit',
  summary: 'Change the name, settings, tolerance or limit of a source. Takes effect within 5 s.',
  demands: 'admin',
  input: sourceReference.extend({
    name: givenSource.name.optional(),
    /** All settings of the scheme; they replace the present ones. */
    settings: givenSource.settings.optional(),
    toleranceSeconds: givenSource.toleranceSeconds.optional(),
    /** Null removes the limit. */
    ratePerMinute: givenSource.ratePerMinute.optional(),
  }),
  http: { method: 'post', path: '/sources/{id}/edit', errors: ['not_found'] },
  output: sourceDocument,
  example: { name: 'Renamed' },
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
    const isSame = JSON.stringify(sourceAudit.stateOf(edited)) === JSON.stringify(sourceAudit.stateOf(before))
    return isSame ? { result: before } : sourceAudit.changed(before, await editSource(transaction, edited))
  },
})
