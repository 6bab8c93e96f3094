import { endAllAccessAct } from '@signalpost/administration/login'
import { defineCommand } from '../../command/define-command.ts'
import { record } from '../../terminal/table.ts'

export const personLogOutAll = defineCommand({
  path: 'person log-out-all',
  summary: 'Log everyone out, and end all open links and invitations. Do it after each restore.',
  parameters: {},
  run: async ({ perform, confirm }) => {
    await confirm('Log everyone out, and end all open links and invitations?')
    const ended = await perform(endAllAccessAct, {})
    return {
      json: ended,
      text: record({ 'sessions ended': ended.sessions, 'invitations revoked': ended.invitations }),
    }
  },
})
