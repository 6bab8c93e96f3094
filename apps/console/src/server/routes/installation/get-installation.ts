import { databaseChecks, runChecks } from '@signalpost/administration/doctor'
import { findDaysWithoutPartitions, listProcesses } from '@signalpost/database'
import { listWorkspaces } from '@signalpost/database/access'
import { measureDispatching } from '@signalpost/database/dispatches'
import { measureBacklog } from '@signalpost/database/ledger'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { isSilent } from '../../overview/findings/unseen-processes.ts'

const partitionDays = 7

export const getInstallation = defineRoute({
  operationId: 'getInstallation',
  method: 'get',
  path: '/console/api/installation',
  role: 'operator',
  summary: 'See the workspaces, processes and stores of the installation',
  success: {
    status: 200,
    description:
      'The installation as it is now. The checks are those of the doctor that need the database alone.',
    schema: z.object({
      workspaces: z.array(z.object({ orgId: z.string(), name: z.string(), plan: z.string() })),
      processes: z.array(
        z.object({
          processId: z.string(),
          name: z.string(),
          version: z.string(),
          host: z.string(),
          pid: z.int(),
          state: z.enum(['running', 'not_seen']),
          startedAt: z.iso.datetime(),
          seenAt: z.iso.datetime(),
        }),
      ),
      checks: z.array(
        z.object({ name: z.string(), ok: z.boolean(), message: z.string(), remedy: z.string().nullable() }),
      ),
      queue: z.object({
        queued: z.int().meta({ description: 'Accepted deliveries that are not yet applied.' }),
        oldestQueuedSeconds: z.number(),
        dead: z.int(),
        dueMessages: z.int(),
        pendingChanges: z.int().meta({ description: 'Changes that no rule has seen yet.' }),
        changesSetAside: z.int().meta({ description: 'Changes that could not be evaluated.' }),
      }),
      daysWithoutPartitions: z.array(z.string()),
    }),
  },
  errors: [],
  timeoutMs: 10_000,
  handle: async ({ database, secretBox, cell, nowMs, smtp }) => {
    const context = { database, secretBox, cell, nowMs, smtp }
    const [workspaces, processes, checks, backlog, dispatching, daysWithoutPartitions] = await Promise.all([
      listWorkspaces(database),
      listProcesses(database),
      runChecks(databaseChecks, context, messageOf),
      measureBacklog(database),
      measureDispatching(database, nowMs()),
      findDaysWithoutPartitions(database, { nowMs: nowMs(), days: partitionDays }),
    ])
    return {
      workspaces: workspaces.map(({ orgId, name, plan }) => ({ orgId, name, plan })),
      processes: processes.map(
        ({ startedAt, seenAt, silentSeconds: _silent, connections: _connections, ...one }, index) => ({
          ...one,
          state: isSilent(processes[index]) ? ('not_seen' as const) : ('running' as const),
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
        }),
      ),
      checks: checks.map(({ name, ok, message, remedy = null }) => ({ name, ok, message, remedy })),
      queue: {
        queued: backlog.queued,
        oldestQueuedSeconds: backlog.oldestSeconds,
        dead: backlog.dead,
        dueMessages: dispatching.due,
        pendingChanges: dispatching.pending,
        changesSetAside: dispatching.setAside,
      },
      daysWithoutPartitions,
    }
  },
})

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it does not respond'
}
