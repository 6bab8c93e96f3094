import { rotateMasterKeyAct } from '@signalpost/administration/key'
import { defineCommand } from '../../command/define-command.ts'
import { record } from '../../terminal/table.ts'

export const keyRotateMaster = defineCommand({
  path: 'key rotate-master',
  summary:
    'Reseal every stored secret under the first key of SIGNALPOST_MASTER_KEY. Nothing has to stop for it.',
  parameters: {},
  run: async ({ perform, secretBox, terminal }) => {
    const { resealed, locked } = await perform(rotateMasterKeyAct, {})
    if (locked.length > 0) {
      terminal.note(`No key opens the secrets of ${locked.join(', ')}; they stay as they are.`)
    } else if (secretBox.keys > 1) {
      terminal.note(
        'Everything is sealed under the first key. Remove the second once all processes have the first.',
      )
    }
    return {
      json: { resealed, locked },
      text: record({ resealed, locked: locked.join(' ') }),
      exitCode: locked.length > 0 ? 1 : 0,
    }
  },
})
