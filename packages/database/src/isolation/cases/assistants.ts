import * as door from '../../assistants/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { ours, theirs } from '../same-records.ts'

export const assistantsCases: DoorCases = {
  door,
  queriesOf: ({ database, inTransaction, idsOf }) => ({
    createAssistant: ({ personId }) =>
      inTransaction((transaction) =>
        door.createAssistant(transaction, {
          ...{ assistantId: door.createAssistantId(0), orgId: ours, personId, scopes: [] },
          ...{ clientId: 'c', clientName: 'c', clientHost: null, redirectUri: 'https://c.example/' },
          ...{ nowMs: 0, endsMs: 0 },
        }),
      ),
    listAssistants: ({ personId }) =>
      Promise.all([
        door.listAssistants(database, { orgId: ours, limit: 100 }),
        door.listAssistants(database, { orgId: ours, personId, limit: 100 }),
        door.listAssistants(database, { orgId: ours, personId: idsOf(theirs).personId, limit: 100 }),
      ]),
    findAssistant: ({ assistantId }) =>
      Promise.all(
        [assistantId, idsOf(theirs).assistantId].map((each) =>
          door.findAssistant(database, { orgId: ours, assistantId: each }),
        ),
      ),
    findAssistantNames: async ({ assistantId }) => {
      const assistantIds = [assistantId, idsOf(theirs).assistantId]
      return [...(await door.findAssistantNames(database, { orgId: ours, assistantIds }))]
    },
    lockAssistant: ({ assistantId }) =>
      inTransaction(async (transaction) => [
        await door.lockAssistant(transaction, { orgId: ours, assistantId }),
        await refusal(
          door.lockAssistant(transaction, { orgId: ours, assistantId: idsOf(theirs).assistantId }),
        ),
      ]),
    endAssistants: ({ personId }) =>
      Promise.all(
        [personId, idsOf(theirs).personId].map((each) =>
          door.endAssistants(database, { orgId: ours, personId: each, nowMs: 0, reason: 'membership' }),
        ),
      ),
    findReusedAssistants: () => door.findReusedAssistants(database, { orgId: ours, sinceMs: 0 }),
    getAssistantPolicy: () => door.getAssistantPolicy(database, { orgId: ours }),
    setAssistantPolicy: () =>
      inTransaction((transaction) => door.setAssistantPolicy(transaction, { orgId: ours, policy: 'off' })),
  }),
  others: {
    createAssistantId: 'reads no store',
    isAssistantActive: 'by the assistant of a token',
    findAssistantOfToken: 'by an access token',
    createAuthorization: 'before a person chose a workspace',
    findAuthorization: 'before a person chose a workspace',
    decideAuthorization: 'before a person chose a workspace',
    takeDecision: 'by the token of a decision',
    hashArtifact: 'reads no store',
    storeArtifact: 'by a code or token',
    findArtifact: 'by a code or token',
    consumeArtifact: 'by a code or token',
    keepArtifact: 'by the client of an assistant',
    endAssistantOfArtifact: 'by a code or token',
    dropArtifact: 'by a code or token',
    dropArtifactsOfGrant: 'by the grant of a code or token',
    readSigningKey: 'a key of the installation',
    pruneAssistants: 'removes what is over in the whole installation',
  },
}
