import { findApiKey, revokeApiKey } from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { describeKeys } from './key-list.ts'

export const keyRevoke = defineCommand({
  path: 'key revoke',
  summary: 'Ends an API key for good, within 5 s everywhere.',
  parameters: { keyId: required('<key-id>', 'the id of the key'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { keyId, workspace }) => {
    const known = await findApiKey(database, keyId)
    const isMeant = known !== undefined && (workspace === undefined || known.orgId === workspace)
    const key = isMeant ? await revokeApiKey(database, { keyId }) : undefined
    if (key === undefined) throw new RejectedError('not_found', 'There is no such key.')
    return { json: key, text: describeKeys([key]) }
  },
})
