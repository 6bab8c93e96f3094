import { rotateMasterKeyAct } from '@signalpost/administration/key'
import { defineCommand } from '../../command/define-command.ts'
import { record } from '../../terminal/table.ts'

export const keyRotateMaster = defineCommand({
  path: 'key rotate-master',
  summary:
    'Reseal every stored secret under the first key of SIGNALPOST_MASTER_KEY. Nothing has to stop for it.',
  parameters: {},
  run: async ({ perform, secretBox, terminal }) => {
    const { resealed, locked, left } = await perform(rotateMasterKeyAct, {})
    if (locked.length > 0) {
      terminal.note(`No key opens the secrets of ${locked.join(', ')}; they stay as they are.`)
    }
    if (left > 0) {
      terminal.note(
        `Other processes still store under an older key (${left} secrets since the start). Restart them with the new key first, then run this again.`,
      )
    } else if (locked.length === 0 && secretBox.keys > 1) {
      terminal.note(
        'Everything is sealed under the first key. Remove the second once all processes have the first.',
      )
    }
    return {
      json: { resealed, locked, left },
      text: record({ resealed, locked: locked.join(' '), left }),
      exitCode: locked.length > 0 || left > 0 ? 1 : 0,
    }
  },
})
