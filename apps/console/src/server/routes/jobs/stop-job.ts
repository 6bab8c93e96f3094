import { performAct } from '@signalpost/administration'
import { stopJobAct } from '@signalpost/administration/jobs'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeJob, jobSchema } from './job-schema.ts'

export const stopJob = defineRoute({
  operationId: 'stopJob',
  method: 'post',
  path: '/console/api/w/{orgId}/jobs/{id}/stop',
  role: 'admin',
  summary: 'Stop a job',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({}),
  success: { status: 200, description: 'The job. Its changes remain.', schema: jobSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id } }) =>
    describeJob(await performAct(services, { caller, act: stopJobAct, input: { jobId: id, orgId } })),
})
