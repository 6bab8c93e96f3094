import { getJob as queryJob } from '@signalpost/database/acts'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeJob, jobSchema } from './job-schema.ts'

export const getJob = defineRoute({
  operationId: 'getJob',
  method: 'get',
  path: '/console/api/w/{orgId}/jobs/{id}',
  role: 'viewer',
  summary: 'See how far a job is',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The job.', schema: jobSchema },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id } }) =>
    describeJob(await queryJob(database, { jobId: id, orgId })),
})
