import * as rules from '../../rules/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { channelOf, escalationOf, ours, ruleOf, silenceOf, theirs } from '../same-records.ts'

export const rulesCases: DoorCases = {
  door: rules,
  queriesOf: ({ database, secretBox, idsOf }) => {
    const both = async (
      name: 'channelId' | 'ruleId' | 'silenceId' | 'escalationId',
      ask: (id: string) => Promise<unknown>,
    ) => [await ask(idsOf(ours)[name]), await refusal(ask(idsOf(theirs)[name]))]
    const secrets = { secret: 'other secret' }
    const users = [{ externalUserId: 'U_same', userId: 'usr_other' }]
    const suppressed = { orgId: ours, address: 'same@example.com', reason: 'other', until: null }
    return {
      getSilence: () =>
        both('silenceId', (silenceId) => rules.getSilence(database, { silenceId, orgId: ours })),
      createChannel: () => rules.createChannel(database, secretBox, channelOf(ours, 'other')),
      listChannels: () => rules.listChannels(database, ours),
      getChannel: () =>
        both('channelId', (channelId) => rules.getChannel(database, { channelId, orgId: ours })),
      switchChannel: () =>
        both('channelId', (channelId) =>
          rules.switchChannel(database, { channelId, orgId: ours, enabled: false, reason: 'other' }),
        ),
      setChannelEnabled: () =>
        both('channelId', (channelId) =>
          rules.setChannelEnabled(database, { channelId, orgId: ours, enabled: false, reason: 'other' }),
        ),
      editChannel: () =>
        both('channelId', (channelId) =>
          rules.editChannel(database, { channelId, orgId: ours, name: 'other', settings: { url: 'other' } }),
        ),
      setChannelPause: () =>
        both('channelId', (channelId) =>
          rules.setChannelPause(database, { channelId, orgId: ours, until: new Date(0), nowMs: 0 }),
        ),
      rotateChannelSecrets: () =>
        both('channelId', (channelId) =>
          rules.rotateChannelSecrets(database, secretBox, { channelId, orgId: ours, secrets, overlapMs: 0 }),
        ),
      openChannelSecrets: async ({ channelId }) => [
        await rules.openChannelSecrets(database, secretBox, { channelId, orgId: ours }),
        await rules.openChannelSecrets(database, secretBox, {
          channelId: idsOf(theirs).channelId,
          orgId: ours,
        }),
      ],
      mapChannelUsers: () =>
        both('channelId', (channelId) => rules.mapChannelUsers(database, { channelId, orgId: ours, users })),
      listChannelUsers: async ({ channelId }) => [
        await rules.listChannelUsers(database, { channelId, orgId: ours }),
        await rules.listChannelUsers(database, { channelId: idsOf(theirs).channelId, orgId: ours }),
      ],
      liftSuppression: async ({ channelId }) => {
        const lifted = { orgId: ours, address: 'same@example.com' }
        return [
          await rules.liftSuppression(database, { ...lifted, channelId }),
          await rules.liftSuppression(database, { ...lifted, channelId: idsOf(theirs).channelId }),
        ]
      },
      findSubscription: async ({ channelId }) => {
        const subscription = { orgId: ours, address: 'same@example.com' }
        return [
          await rules.findSubscription(database, { ...subscription, channelId }),
          await rules.findSubscription(database, { ...subscription, channelId: idsOf(theirs).channelId }),
        ]
      },
      subscribeAgain: async ({ channelId }) => {
        const subscription = { orgId: ours, address: 'same@example.com' }
        await rules.subscribeAgain(database, { ...subscription, channelId })
        await rules.subscribeAgain(database, { ...subscription, channelId: idsOf(theirs).channelId })
      },
      suppressAddress: async ({ channelId }) => [
        await rules.suppressAddress(database, { ...suppressed, channelId }),
        await rules.suppressAddress(database, { ...suppressed, channelId: idsOf(theirs).channelId }),
      ],
      listSuppressedAddresses: async ({ channelId }) => [
        await rules.listSuppressedAddresses(database, { channelId, orgId: ours }),
        await rules.listSuppressedAddresses(database, { channelId: idsOf(theirs).channelId, orgId: ours }),
      ],
      createRule: () => rules.createRule(database, { ...ruleOf(ours, 'other'), position: 1 }),
      listRules: () => rules.listRules(database, ours),
      getRule: () => both('ruleId', (ruleId) => rules.getRule(database, { ruleId, orgId: ours })),
      editRule: () =>
        both('ruleId', (ruleId) =>
          rules.editRule(database, { ruleId, orgId: ours, name: 'other', position: 1 }),
        ),
      setRuleEnabled: () =>
        both('ruleId', (ruleId) => rules.setRuleEnabled(database, { ruleId, orgId: ours, enabled: false })),
      deleteRule: () => both('ruleId', (ruleId) => rules.deleteRule(database, { ruleId, orgId: ours })),
      checkSteps: async () => [
        await rules.checkSteps(database, ours, escalationOf(ours, '', idsOf(ours)).definition),
        await refusal(rules.checkSteps(database, ours, escalationOf(ours, '', idsOf(theirs)).definition)),
      ],
      // The rule of ours is deleted by now.
      checkConditions: async () => [
        await rules.checkConditions(database, ours, {}),
        await refusal(rules.checkConditions(database, ours, { ruleId: idsOf(theirs).ruleId })),
      ],
      createEscalation: async () => [
        await rules.createEscalation(database, escalationOf(ours, 'other', idsOf(ours))),
        await refusal(rules.createEscalation(database, escalationOf(ours, 'other', idsOf(theirs)))),
      ],
      listEscalations: () => rules.listEscalations(database, ours),
      listStandingEscalations: () => rules.listStandingEscalations(database, ours),
      getEscalation: () =>
        both('escalationId', (escalationId) => rules.getEscalation(database, { escalationId, orgId: ours })),
      editEscalation: () =>
        both('escalationId', (escalationId) =>
          rules.editEscalation(database, { escalationId, orgId: ours, name: 'other' }),
        ),
      endEscalation: () =>
        both('escalationId', (escalationId) => rules.endEscalation(database, { escalationId, orgId: ours })),
      createSilence: () => rules.createSilence(database, silenceOf(ours, 'other')),
      listSilences: () => rules.listSilences(database, ours),
      listSilencePage: () => rules.listSilencePage(database, ours, { limit: 100 }),
      listStandingSilences: () => rules.listStandingSilences(database, ours),
      endSilence: () =>
        both('silenceId', (silenceId) => rules.endSilence(database, { silenceId, orgId: ours })),
    }
  },
  others: {
    replaceChannelSettings: 'by the id of a channel that was loaded',
    replaceChannelSecrets: 'by secrets that were opened for a workspace',
    disabledByOperator: 'a constant',
    suppressWaiting: 'by the states of all channels',
    lockRules: 'locks the row of one workspace',
    loadChannels: 'the intake holds all channels',
  },
}
