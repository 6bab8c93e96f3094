import { setSourceEnabled } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { workspaceOfIdParameter } from '../get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import { describeSource } from './source-list.ts'

export const sourceDisable = defineSwitch(
  'disable',
  'Refuses everything that a source sends, until it is enabled.',
)
export const sourceEnable = defineSwitch('enable', 'Accepts again what a source sends.')

function defineSwitch(verb: 'disable' | 'enable', summary: string) {
  return defineCommand({
    path: `source ${verb}`,
    summary,
    parameters: { sourceId: required('<id>', 'the source'), workspace: workspaceOfIdParameter },
    run: async ({ database }, { sourceId, workspace }) => {
      const change = { sourceId, orgId: workspace, enabled: verb === 'enable' }
      const source = await setSourceEnabled(database, change)
      return { json: source, text: describeSource(source) }
    },
  })
}
