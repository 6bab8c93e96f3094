import { scopes } from '@signalpost/domain'
import { z } from 'zod'
import { plainId } from '../answer/texts.ts'
import { defineTool, reads } from '../define-tool.ts'
import { recordOutput } from '../inputs.ts'
import { findLack, type Lack, rightsOf } from '../rights.ts'

const remedies = {
  grant: 'The person can connect this assistant again and tick it.',
  role: 'An admin of the workspace can give the person another role.',
  policy: 'An admin of the workspace can change its policy for assistants.',
} as const satisfies Record<Lack, string>

export const whoami = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description:
    'Names the workspace, the person and what this assistant may do now, and how to get what is missing. It changes nothing.',
  scopes: [],
  hints: reads({ openWorld: false }),
  input: z.strictObject({}),
  output: recordOutput,
  run: async (_, { caller }) => ({
    orgId: plainId(caller.orgId),
    personId: plainId(caller.personId),
    role: caller.role,
    scopes: rightsOf(caller),
    policy: caller.policy,
    missing: scopes.flatMap((scope) => {
      const lack = findLack(caller, scope)
      return lack === undefined ? [] : [{ scope, because: lack, remedy: remedies[lack] }]
    }),
  }),
})
