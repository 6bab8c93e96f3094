import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { scripts, shells } from '../../completion/scripts.ts'
import { required } from '../../parameters/parameter.ts'

export const completion = defineCommand({
  path: 'completion',
  summary: 'Print a script that completes commands, options and names of this installation in a shell.',
  parameters: { shell: required('<shell>', shells.join(', '), z.enum(shells)) },
  run: async (_context, { shell }) => ({ json: { shell, script: scripts[shell] }, text: scripts[shell] }),
})
