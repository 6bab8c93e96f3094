import { disableCanaryAct } from '@signalpost/administration/canary'
import { defineCommand } from '../../command/define-command.ts'

export const canaryDisable = defineCommand({
  path: 'canary disable',
  summary: 'End the canary. Its workspace stays.',
  parameters: {},
  run: async ({ perform }) => {
    const wasEnabled = await perform(disableCanaryAct, {})
    const text = wasEnabled ? 'The canary is disabled.' : 'The canary was not enabled.'
    return { json: { enabled: false }, text }
  },
})
