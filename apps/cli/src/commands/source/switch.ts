import { disableSourceAct, enableSourceAct } from '@signalpost/administration'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeSource } from './list.ts'

export const sourceDisable = defineSwitch({
  verb: 'disable',
  summary: 'Refuse all deliveries of a source until it is enabled.',
  act: disableSourceAct,
})

export const sourceEnable = defineSwitch({
  verb: 'enable',
  summary: 'Accept deliveries of a source again.',
  act: enableSourceAct,
})

type Switch = { verb: string; summary: string; act: typeof enableSourceAct }

function defineSwitch({ verb, summary, act }: Switch) {
  return defineCommand({
    path: `source ${verb}`,
    summary,
    parameters: { sourceId: required('<id>', 'the source'), workspace: workspaceOfIdParameter },
    run: async ({ perform }, { sourceId, workspace }) => {
      const source = await perform(act, { sourceId, orgId: workspace })
      return { json: source, text: describeSource(source) }
    },
  })
}
