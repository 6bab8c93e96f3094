import * as acts from '../../acts/index.ts'
import type { DoorCases } from '../door-cases.ts'
import { refusal } from '../refusal.ts'
import { jobOf, ours, theirs } from '../same-records.ts'

export const actsCases: DoorCases = {
  door: acts,
  queriesOf: ({ inTransaction, database, idsOf }) => ({
    listAuditEntries: () => acts.listAuditEntries(database, { orgId: ours }, { limit: 100 }),
    findAuditEntry: async () => {
      const [entry] = await acts.listAuditEntries(database, { orgId: theirs }, { limit: 1 })
      return acts.findAuditEntry(database, { orgId: ours, auditId: entry?.auditId ?? '' })
    },
    listLaterEntries: async () => {
      const entries = await acts.listAuditEntries(database, { orgId: theirs }, { limit: 100 })
      return acts.listLaterEntries(database, {
        ...{ orgId: ours, after: '', acts: entries.map(({ act }) => act) },
        targetIds: entries.map(({ target }) => target.id),
      })
    },
    findRecordNames: (ids) =>
      acts.findRecordNames(database, {
        orgId: ours,
        ids: [...Object.values(ids), ...Object.values(idsOf(theirs)), 'sig_same', 'usr_same'].map(String),
      }),
    createJob: () => inTransaction((transaction) => acts.createJob(transaction, jobOf(ours))),
    lockOpenJobs: () => inTransaction((transaction) => acts.lockOpenJobs(transaction, ours)),
    findWaitingJob: () =>
      inTransaction((transaction) => acts.findWaitingJob(transaction, { ...jobOf(ours), input: {} })),
    findWaitingJobOfItems: ({ jobId }) =>
      inTransaction((transaction) => acts.findWaitingJobOfItems(transaction, { ...jobOf(ours), jobId })),
    demandRoomForJobs: () =>
      inTransaction((transaction) => acts.demandRoomForJobs(transaction, { orgId: ours, most: 100 })),
    listOpenJobs: () => acts.listOpenJobs(database, ours),
    listJobs: () => acts.listJobs(database, { orgId: ours }, { limit: 100 }),
    getJob: async ({ jobId }) => [
      await acts.getJob(database, { jobId, orgId: ours }),
      await refusal(acts.getJob(database, { jobId: idsOf(theirs).jobId, orgId: ours })),
    ],
  }),
  others: {
    lockSubject: 'locks a name alone',
    recordAudit: 'each entry carries its workspace',
    removeJob: 'by a job that the same transaction created',
    requestJobStop: 'by the id of a job that was found for a workspace',
    leaseJob: 'each job carries its workspace',
    advanceJob: 'by the lease of a job',
    reportJobProgress: 'by the lease of a job',
    stopAbandonedJobs: 'each job carries its workspace',
    takeJobItems: 'by the lease of a job',
    endJob: 'by the lease of a job',
    postponeJob: 'by the lease of a job',
    jobStates: 'pure',
  },
}
