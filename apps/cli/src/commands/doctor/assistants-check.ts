import { type Check, good, weak } from '@signalpost/administration/doctor'
import { assistantAddressesOf } from '@signalpost/authorization/oauth'
import type { CommandContext } from '../../command/context.ts'

/** Says where assistants connect, or what is missing for them to do so. */
export const assistantsCheck: Check<CommandContext> = {
  name: 'assistants',
  after: 'configuration',
  remedy: 'Check SIGNALPOST_PUBLIC_URL and SIGNALPOST_CONSOLE_URL.',
  run: async ({ config }) => {
    const ports = { apiPort: config.apiPort.port, consolePort: config.consolePort.port }
    const found = assistantAddressesOf({ ...config, ...ports })
    if (!('missing' in found)) return good(`they connect to ${found.apiUrl}/mcp`)
    return weak(
      `they cannot connect: ${found.missing}`,
      'Set both to the https addresses of the API and the console, or leave assistants out.',
    )
  },
}
