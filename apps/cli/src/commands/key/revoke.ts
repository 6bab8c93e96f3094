import { revokeKeyAct } from '@signalpost/administration/key'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeKeys } from './list.ts'

export const keyRevoke = defineCommand({
  path: 'key revoke',
  summary: 'Revoke an API key permanently. Every process refuses it within 5 s.',
  parameters: { keyId: required('<key-id>', 'the id of the key'), workspace: workspaceOfIdParameter },
  run: async ({ perform }, { keyId, workspace }) => {
    const key = await perform(revokeKeyAct, { keyId, orgId: workspace })
    return { json: key, text: describeKeys([key]) }
  },
})
