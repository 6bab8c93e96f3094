import { findReusedAssistants } from '@signalpost/database/assistants'
import { dayMs } from '@signalpost/domain'
import { defineReadFinding } from '../../finding.ts'

const shownMs = 7 * dayMs

export const reusedTokens = defineReadFinding({
  kind: 'reused_token',
  everyMs: 30_000,
  read: ({ database, orgId, nowMs }) => findReusedAssistants(database, { orgId, sinceMs: nowMs - shownMs }),
  find: (assistants, { orgId }) =>
    assistants.map(({ personName, personId }) => ({
      harm: 'broken',
      summary: `An assistant of ${personName ?? personId} was ended: one of its tokens was used again when it no longer might be.`,
      remedy: 'Find out whether someone copied the token, then connect the assistant again.',
      link: `/w/${orgId}/assistants`,
    })),
})
