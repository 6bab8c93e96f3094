import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../define-command.ts'
import { renewDemoAccess } from '../demo/demo-access.ts'
import { findDemoSourceId, writeDemoFacts } from '../demo/demo-file.ts'
import { readyBlock } from '../demo/ready-block.ts'
import { getApiBase, getIntakeBase, intakeUrlOf } from '../service-urls.ts'

export const demoCredentials = defineCommand({
  path: 'demo credentials',
  summary: 'Gives the demo workspace a new secret and a new API key; the former ones end at once.',
  parameters: {},
  run: async ({ config, database, secretBox }) => {
    if (!config.isEmbedded) {
      throw new RejectedError('invalid_request', 'Only the embedded database has a demo workspace.')
    }
    const apiUrl = getApiBase(config)
    const intakeBase = getIntakeBase(config)
    const access = await renewDemoAccess(database, secretBox, findDemoSourceId(config.dataDir))
    const facts = { ...access, intakeUrl: intakeUrlOf(intakeBase, access.sourceId), apiUrl }
    writeDemoFacts(config.dataDir, facts)
    return { json: facts, text: readyBlock(facts).join('\n') }
  },
})
