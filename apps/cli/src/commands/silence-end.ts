import { endSilence } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { describeSilence } from '../rule/describe-silence.ts'

export const silenceEnd = defineCommand({
  path: 'silence end',
  summary: 'Ends a silence now.',
  parameters: { silenceId: required('<id>', 'the silence'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { silenceId, workspace }) => {
    const silence = await endSilence(database, { silenceId, orgId: workspace })
    return { json: silence, text: describeSilence(silence) }
  },
})
