import {
  assistantOperations,
  getAssistantPolicyRead,
  getAssistantRead,
} from '@signalpost/administration/assistant'
import { setAssistantPolicyAct } from '@signalpost/administration/workspace'
import { assistantPolicies } from '@signalpost/authorization'
import { z } from 'zod'
import { commandsOf } from '../../command/commands-of.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { tableOf } from '../../terminal/table.ts'

type Assistant = z.output<typeof getAssistantRead.output.schema>

const columns = {
  ASSISTANT: ({ assistantId }: Assistant) => assistantId,
  CLIENT: ({ client }: Assistant) => client.name,
  HOST: ({ client }: Assistant) => client.host ?? 'unverified',
  PERSON: ({ personId }: Assistant) => personId,
  SCOPES: ({ scopes }: Assistant) => scopes.join(' '),
  SINCE: ({ since }: Assistant) => since,
  'LAST USED': ({ lastUsedAt }: Assistant) => lastUsedAt,
  EXPIRES: ({ expiresAt }: Assistant) => expiresAt,
  REVOKED: ({ endedAt }: Assistant) => endedAt,
}

export const assistantCommands = commandsOf(assistantOperations, {
  elsewhere: ['assistant.get', 'assistant.calls', 'assistant.get_policy'],
  by: {
    'assistant.list': { limit: { usual: 1_000, most: 1_000 }, item: jsonOf, columns },
    'assistant.log': {
      item: ({ callId: _callId, ...call }) => call,
      columns: {
        AT: ({ at }) => at,
        ASSISTANT: ({ assistantId }) => assistantId,
        PERSON: ({ personId }) => personId,
        TOOL: ({ tool }) => tool,
        OUTCOME: ({ outcome }) => outcome,
        ROWS: ({ rows }) => rows,
        MS: ({ milliseconds }) => milliseconds,
      },
    },
    'assistant.revoke': {
      outcome: async ({ call }, { orgId, assistantId }) => {
        const revoked = await call(getAssistantRead, { orgId, assistantId })
        return { json: jsonOf(revoked), text: tableOf(columns, [revoked]) }
      },
    },
  },
})

function jsonOf({ client, assistantId, orgId, personId, scopes, endedAt, ...assistant }: Assistant) {
  const { since, lastUsedAt, expiresAt, endReason } = assistant
  return {
    ...{
      assistantId,
      orgId,
      client: client.name,
      ...(client.host !== null && { host: client.host }),
      personId,
    },
    ...{ scopes, since, lastUsedAt, expiresAt },
    ...(endedAt !== null && { revokedAt: endedAt, reason: endReason }),
  }
}

const policySchema = z.enum(assistantPolicies, { error: `expected one of ${assistantPolicies.join(', ')}` })

export const assistantPolicy = defineCommand({
  path: 'assistant policy',
  summary: 'Show what assistants of a workspace may do, or set it, which takes an admin.',
  access: getAssistantPolicyRead,
  parameters: {
    policy: optional('[policy]', "nothing, read, write after a person's yes, or write", policySchema),
    workspace: workspaceParameter,
  },
  run: async ({ call, getWorkspace }, { policy: chosen, workspace }) => {
    const { orgId } = await getWorkspace(workspace)
    const { policy } =
      chosen === undefined
        ? await call(getAssistantPolicyRead, { orgId })
        : await call(setAssistantPolicyAct, { orgId, policy: chosen })
    return { json: { policy }, text: policy }
  },
})
