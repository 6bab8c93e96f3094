import { endSilenceAct } from '@signalpost/administration/silence'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeSilence } from './describe-silence.ts'

export const silenceEnd = defineCommand({
  path: 'silence end',
  summary: 'End a silence now.',
  parameters: { silenceId: required('<id>', 'the silence'), workspace: workspaceOfIdParameter },
  run: async ({ perform }, { silenceId, workspace }) => {
    const silence = await perform(endSilenceAct, { silenceId, orgId: workspace })
    return { json: silence, text: describeSilence(silence) }
  },
})
