import { createKeyAct } from '@signalpost/administration/key'
import { idSchema, nameSchema, scopes } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { list, optional } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'

export const keyCreate = defineCommand({
  path: 'key create',
  summary: 'Create an API key. The key is shown once.',
  parameters: {
    workspace: workspaceParameter,
    scopes: list('--scope <scope...>', `the scopes of the key: ${scopes.join(', ')}`, {
      schema: z.enum(scopes),
      isMandatory: true,
    }),
    name: optional('--name <text>', 'the display name', nameSchema),
    member: optional('--member <user>', 'the user that it acts as (default: a user of its own)', idSchema),
    expires: optional(
      '--expires <time>',
      'when the key expires, ISO or relative such as 90d (default: never)',
      futureMoment,
    ),
  },
  run: async (context, { workspace, scopes, name, member, expires }) => {
    const expiresAtMs = expires?.(context.nowMs())
    if (expiresAtMs !== undefined && expiresAtMs <= context.nowMs()) {
      throw new UsageError('--expires: expected a time in the future')
    }
    const { orgId } = await getWorkspace(context.database, workspace)
    const key = await context.perform(createKeyAct, {
      orgId,
      scopes,
      name,
      memberId: member,
      ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs) }),
    })
    context.terminal.note('Keep the key now: it is not shown again.')
    return {
      json: key,
      text: record({
        id: key.keyId,
        key: key.apiKey,
        scopes: key.scopes.join(' '),
        member: key.memberId,
        owner: key.owner?.id,
        expires: key.expiresAt ?? 'never',
      }),
    }
  },
})
