import * as dispatches from '../../dispatches/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import {
  digestOf,
  escalationOf,
  inboxDeliveryOf,
  inboxMessageOf,
  ours,
  ruleOf,
  signalId,
  theirs,
  theirText,
} from '../same-records.ts'

export const dispatchesCases: DoorCases = {
  door: dispatches,
  queriesOf: ({ database, idsOf, inTransaction }) => {
    const nowMs = Date.now()
    const pairOf = (orgId: string) => ({ ruleId: idsOf(orgId).ruleId, channelId: idsOf(orgId).channelId })
    const keysOf = (orgId: string) => ({ ...pairOf(orgId), signalId })
    const readerOf = (orgId: string) => ({ orgId, personId: idsOf(orgId).personId })
    const keys = () => [keysOf(ours), keysOf(theirs)]
    const messageOf = (orgId: string, kind: 'instant' | 'digest') => ({
      ...{ orgId: ours, kind, messageId: 'msg_other', signalId, digestId: null },
      ...pairOf(orgId),
    })
    return {
      listChannelQueues: () => dispatches.listChannelQueues(database, { orgId: ours, nowMs: 0 }),
      countWaitingAlerts: async () => [
        await dispatches.countWaitingAlerts(database, { orgId: ours }),
        await dispatches.countWaitingAlerts(database, { orgId: ours, ruleId: pairOf(theirs).ruleId }),
      ],
      listAlerts: () => dispatches.listAlerts(database, { orgId: ours }, { limit: 100, nowMs: 0 }),
      listAlertPage: () =>
        dispatches.listAlertPage(database, { orgId: ours, reason: 'read' }, { limit: 100, nowMs: 0 }),
      listChannelAttempts: async () => [
        await dispatches.listChannelAttempts(database, { orgId: ours, ...pairOf(ours), limit: 100 }),
        await dispatches.listChannelAttempts(database, { orgId: ours, ...pairOf(theirs), limit: 100 }),
      ],
      listMessages: async () => [
        await dispatches.listMessages(database, { orgId: ours }, { limit: 100 }),
        await dispatches.listMessages(
          database,
          { orgId: ours, channelId: pairOf(theirs).channelId },
          { limit: 100 },
        ),
      ],
      findMessage: async () => {
        const { items } = await dispatches.listMessages(database, { orgId: theirs }, { limit: 100 })
        const asked = items.map(({ messageId }) =>
          dispatches.findMessage(database, { orgId: ours, messageId }),
        )
        return [items.length > 0, ...(await Promise.all(asked))]
      },
      replayMessage: async () => {
        const { items } = await dispatches.listMessages(database, { orgId: theirs }, { limit: 1 })
        const messageId = items[0]?.messageId ?? ''
        return refusal(
          inTransaction((transaction) =>
            dispatches.replayMessage(transaction, { orgId: ours, messageId, nowMs }),
          ),
        )
      },
      recordTest: () =>
        inTransaction((transaction) => {
          const test = { messageId: 'msg_test', orgId: ours, recipient: '', at: new Date(nowMs) }
          const sent = { ...test, ...pairOf(ours), request: undefined, end: { outcome: 'sent' } }
          return dispatches.recordTest(transaction, sent)
        }),
      readChannelHealth: async () => [
        await dispatches.readChannelHealth(database, { orgId: ours, ...pairOf(ours), nowMs: 0 }),
        await dispatches.readChannelHealth(database, { orgId: ours, ...pairOf(theirs), nowMs: 0 }),
      ],
      previewReplay: () => dispatches.previewReplay(database, { orgId: ours }, { countedAtMost: 100 }),
      previewDraft: async () => {
        const draft = { orgId: ours, definition: ruleOf(ours, 'other').definition }
        const bounds = { since: new Date(0), signalsAtMost: 100 }
        const { titles, ...preview } = await dispatches.previewDraft(database, draft, bounds)
        const { ruleId } = pairOf(theirs)
        const theirChannels = { ...draft.definition, channels: [idsOf(theirs).channelId] }
        return [
          preview,
          [...titles],
          await refusal(dispatches.previewDraft(database, { ...draft, ruleId }, bounds)),
          await refusal(dispatches.previewDraft(database, { ...draft, definition: theirChannels }, bounds)),
        ]
      },
      explainSignal: () => dispatches.explainSignal(database, { orgId: ours, signalId }),
      previewSilence: () =>
        dispatches.previewSilence(
          database,
          { orgId: ours, conditions: {} },
          { since: new Date(0), examplesAtMost: 100, alertsAtMost: 100 },
        ),
      countSilenced: async () => {
        const silence = { silenceId: 'sil_other', conditions: {}, from: new Date(0), to: new Date(nowMs) }
        const asked = { orgId: ours, silences: [silence], countedAtMost: 100 }
        return [...(await dispatches.countSilenced(database, asked))]
      },
      replayAlerts: () =>
        dispatches.replayAlerts(database, { orgId: ours }, { recipientsOf: () => ['someone'], nowMs }),
      previewRule: async () => [
        await dispatches.previewRule(database, { orgId: ours, ...pairOf(ours), since: new Date(0) }),
        await refusal(
          dispatches.previewRule(database, { orgId: ours, ...pairOf(theirs), since: new Date(0) }),
        ),
      ],
      previewEscalation: async () => {
        const { definition } = escalationOf(ours, 'other', idsOf(ours))
        const bounds = { since: new Date(0), signalsAtMost: 100 }
        const { titles, ...preview } = await dispatches.previewEscalation(
          database,
          { orgId: ours, definition },
          bounds,
        )
        return [preview, [...titles]]
      },
      startRuns: () =>
        inTransaction((transaction) => {
          const { escalationId } = idsOf(ours)
          const run = { escalationId, signalId: 'sig_other', storedAtMs: nowMs, dueMs: nowMs }
          return dispatches.startRuns(transaction, ours, [run])
        }),
      lockDueRuns: () =>
        inTransaction((transaction) =>
          dispatches.lockDueRuns(transaction, { orgId: ours, nowMs: nowMs + 60_000, limit: 100 }),
        ),
      lockStandingRuns: () =>
        inTransaction((transaction) =>
          dispatches.lockStandingRuns(transaction, { orgId: ours, signalIds: [signalId] }),
        ),
      readStoringsMs: async () => {
        const storingsOf = (orgId: string) =>
          dispatches.readStoringsMs(database, {
            ...{ orgId: ours, escalationId: idsOf(orgId).escalationId, signalIds: [signalId] },
          })
        return [await storingsOf(ours), await storingsOf(theirs)]
      },
      isBeingTaken: () =>
        dispatches.isBeingTaken(database, {
          ...{ orgId: ours, signalIds: [signalId], types: ['signal.assigned'], nowMs },
        }),
      moveRuns: () =>
        inTransaction((transaction) => {
          const moves = [ours, theirs].map((orgId) => {
            const { escalationId } = idsOf(orgId)
            return { escalationId, signalId, place: { round: 1, step: 2 }, dueMs: undefined }
          })
          return dispatches.moveRuns(transaction, ours, { moves, nowMs })
        }),
      lockEscalating: () =>
        inTransaction((transaction) => dispatches.lockEscalating(transaction, { orgId: ours, as: 'ender' })),
      suppressTakenSteps: () =>
        inTransaction((transaction) => {
          const runs = [ours, theirs].map((orgId) => ({ escalationId: idsOf(orgId).escalationId, signalId }))
          return dispatches.suppressTakenSteps(transaction, ours, { runs, nowMs })
        }),
      readStepPeople: async () => {
        const peopleOf = async (orgId: string) => {
          const { channelId, personId } = idsOf(orgId)
          const asked = { orgId: ours, channelId, personIds: [personId] }
          return [...(await dispatches.readStepPeople(database, asked))]
        }
        return [await peopleOf(ours), await peopleOf(theirs)]
      },
      readSendHistory: () =>
        inTransaction(async (transaction) => {
          const asked = {
            orgId: ours,
            pairs: [pairOf(ours)],
            postKeys: [theirText],
            throttleMs: 1_000,
            nowMs,
          }
          return [...(await dispatches.readSendHistory(transaction, asked)).values()]
        }),
      findDecided: () =>
        inTransaction(async (transaction) => [...(await dispatches.findDecided(transaction, ours, keys()))]),
      insertDispatches: () =>
        inTransaction((transaction) => {
          const dispatch = {
            ...keysOf(ours),
            signalId: 'sig_other',
            status: 'pending' as const,
            isInstant: true,
          }
          return dispatches.insertDispatches(transaction, ours, { dispatches: [dispatch], nowMs })
        }),
      openDigest: () =>
        inTransaction((transaction) => dispatches.openDigest(transaction, ours, digestOf(pairOf(ours)))),
      readDigestItems: () =>
        inTransaction((transaction) =>
          dispatches.readDigestItems(transaction, { orgId: ours, digestId: 'dig_other' }),
        ),
      suppressDispatches: () =>
        inTransaction((transaction) =>
          dispatches.suppressDispatches(transaction, ours, { keys: keys(), reason: 'read' }),
        ),
      moveToDigest: () =>
        inTransaction((transaction) =>
          dispatches.moveToDigest(transaction, ours, {
            ...{ keys: keys(), digestId: 'dig_other', status: 'pending', reason: 'quiet_hours' },
          }),
        ),
      settleSent: () =>
        inTransaction((transaction) =>
          dispatches.settleSent(transaction, messageOf(theirs, 'instant'), nowMs),
        ),
      settleUnsent: () =>
        inTransaction((transaction) =>
          dispatches.settleUnsent(transaction, messageOf(theirs, 'instant'), {
            status: 'failed',
            reason: 'x',
          }),
        ),
      eraseMessages: () => dispatches.eraseMessages(database, { orgId: ours, signalIds: [signalId], nowMs }),
      requestSignalEdits: () =>
        inTransaction((transaction) =>
          dispatches.requestSignalEdits(transaction, { orgId: ours, signalIds: [signalId], nowMs }),
        ),
      findFollowable: () =>
        inTransaction((transaction) =>
          dispatches.findFollowable(transaction, {
            ...{ orgId: ours, signalIds: [signalId], since: new Date(0) },
            channelIds: [idsOf(ours).channelId, idsOf(theirs).channelId],
          }),
        ),
      findFirstMessage: () =>
        inTransaction((transaction) =>
          dispatches.findFirstMessage(transaction, { orgId: ours, signalId, recipient: '' }),
        ),
      findFollowed: async () => {
        const { items } = await dispatches.listMessages(database, { orgId: theirs }, { limit: 100 })
        return inTransaction((transaction) =>
          Promise.all(
            items.map(({ messageId }) => dispatches.findFollowed(transaction, { orgId: ours, messageId })),
          ),
        )
      },
      readRoutingFacts: () =>
        inTransaction(async (transaction) => {
          const personIds = [idsOf(ours).personId, idsOf(theirs).personId]
          const asked = { orgId: ours, personIds, accountKeys: [] }
          const { people, peopleByAccount } = await dispatches.readRoutingFacts(transaction, asked)
          return [[...people], [...peopleByAccount]]
        }),
      deliverToInbox: () =>
        dispatches.deliverToInbox(database, inboxDeliveryOf(ours, 'msg_other', 'other'), nowMs),
      listInbox: async () => [
        await dispatches.listInbox(database, readerOf(ours), { limit: 100, after: undefined }),
        await dispatches.listInbox(
          database,
          { orgId: ours, personId: idsOf(theirs).personId },
          { limit: 100, after: undefined },
        ),
      ],
      readInboxState: () => dispatches.readInboxState(database, readerOf(ours), { countedAtMost: 100 }),
      markInboxRead: () =>
        refusal(
          dispatches.markInboxRead(database, { ...readerOf(ours), messageId: inboxMessageOf(theirs), nowMs }),
        ),
      markInboxWholeRead: () =>
        dispatches.markInboxWholeRead(database, { ...readerOf(ours), until: new Date(nowMs), nowMs }),
      findFallback: () =>
        inTransaction(async (transaction) =>
          dispatches.findFallback(transaction, { orgId: ours, subjectId: idsOf(theirs).channelId, nowMs }),
        ),
      recordAlerted: () =>
        inTransaction((transaction) =>
          dispatches.recordAlerted(transaction, { orgId: ours, signalIds: [signalId], nowMs }),
        ),
    }
  },
  others: {
    lockTurn: 'a rule belongs to one workspace',
    setTurn: 'a rule belongs to one workspace',
    lockTroubles: 'a lock of the installation',
    findFailingChannels: 'each channel carries its workspace',
    showWaitingChannels: 'each channel by its own messages',
    noteTroubles: 'each trouble carries its workspace',
    countExpired: 'each trouble carries its workspace',
    takeTroubleReports: 'each report carries its workspace',
    insertNoticeMails: 'each mail carries its workspace',
    takeNoticeMail: 'each mail carries its workspace',
    deferNoticeMail: 'by a mail that was taken',
    forgetNoticeMail: 'by a mail that was taken',
    insertHandedReport: 'each report carries its workspace',
    readHandedReports: 'each report carries its workspace',
    takeBackReport: 'by a report that was read',
    forgetHandedReport: 'by a report that was read',
    claimPendingChanges: 'each change carries its workspace',
    setChangeAside: 'by a claimed change',
    findDueWorkspaces: 'the workspaces of all that is due',
    findStep: 'pure',
    stepKeyOf: 'pure',
    findDueChannels: 'each channel carries its workspace',
    lockMessage: 'a channel belongs to one workspace',
    lockAbandoned: 'each message carries its workspace',
    beginAttempt: 'by a locked message',
    lockCompanions: 'by a locked message',
    gatherMessages: 'by locked messages',
    endAttempt: 'by a locked message',
    settleMessage: 'by a locked message',
    insertMessages: 'each message carries its workspace',
    insertFollowUps: 'of messages that were found in the workspace',
    expireMessages: 'each message carries its workspace',
    lockDueDigest: 'each digest carries its workspace',
    getDigest: 'by a locked message',
    closeDigest: 'by a locked digest',
    postponeDigest: 'by a locked digest',
    recordOutcome: 'by the channel of a message that was sent',
    pauseChannel: 'by the channel of a message that was sent',
    suppressDisabled: 'by the states of all channels',
    measureDispatching: 'counts of all',
    pruneMessages: 'by age alone',
    compactAlertCounts: 'sums of each workspace apart',
    pairKey: 'pure',
    dispatchKeyOf: 'pure',
    requestMessageEdits: 'each delivery carries its workspace',
    takeMessageEdit: 'each edit carries its workspace',
    finishMessageEdit: 'by an edit that was taken',
  },
}
