import { renewDemoCredentialsAct } from '@signalpost/administration/demo'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { findDemoSourceId, writeDemoFacts } from '../../installation/demo-file.ts'
import { getApiBase, getIntakeBase, intakeUrlOf } from '../../installation/service-urls.ts'
import { readyBlock } from './ready-block.ts'

export const demoCredentials = defineCommand({
  path: 'demo credentials',
  summary: 'Give the demo workspace a new secret and a new API key. The previous ones end at once.',
  parameters: {},
  run: async ({ config, perform }) => {
    if (!config.isEmbedded) {
      throw new RejectedError('invalid_request', 'Only the embedded database has a demo workspace.')
    }
    const apiUrl = getApiBase(config)
    const intakeBase = getIntakeBase(config)
    const access = await perform(renewDemoCredentialsAct, { sourceId: findDemoSourceId(config.dataDir) })
    const facts = { ...access, intakeUrl: intakeUrlOf(intakeBase, access.sourceId), apiUrl }
    writeDemoFacts(config.dataDir, facts)
    return { json: facts, text: readyBlock(facts).join('\n') }
  },
})
