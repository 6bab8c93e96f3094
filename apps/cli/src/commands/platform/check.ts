import { tryPlatform } from '@signalpost/administration/connection'
import { platforms } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const platformCheck = defineCommand({
  path: 'platform check',
  summary: 'Ask a platform once, as a listener of the workspace would, and say whether it can be searched.',
  parameters: {
    platform: required('<platform>', 'what to ask, such as hackernews; see platform list', z.enum(platforms)),
    workspace: workspaceParameter,
  },
  run: async (context, { platform, workspace }) => {
    const { orgId } = await getWorkspace(context.database, workspace)
    const { title, access } = getPlatform(platform)
    const check = await tryPlatform(context, { orgId, platform })
    const { ready, missing, httpStatus } = check
    return {
      json: { platform, title, access, ...check },
      text: record({ platform, name: title, access, ready, missing, 'HTTP status': httpStatus }),
      exitCode: ready ? 0 : 1,
    }
  },
})
