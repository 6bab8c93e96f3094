import { createListenerAct } from '@signalpost/administration/listener'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { listenerParameters, readPlan, readSchedule } from './listener-parameters.ts'

export const listenerCreate = defineCommand({
  path: 'listener create',
  summary: 'Create a listener that searches platforms by a plan. Its first run is due at once.',
  parameters: {
    workspace: workspaceParameter,
    name: required('--name <text>', 'the display name', nameSchema),
    ...listenerParameters,
  },
  run: async ({ database, perform }, { workspace, name, plan: file, ...given }) => {
    const schedule = readSchedule(given)
    if (file === undefined) throw new UsageError('--plan is needed')
    if (schedule === undefined) throw new UsageError('--every is needed, or --cron')
    const { sensitivity, boards, backfillMs } = given
    const plan = await readPlan(file)
    const { orgId } = await getWorkspace(database, workspace)
    const created = await perform(createListenerAct, {
      // The cast: the act checks the plan.
      ...{ orgId, name, plan: plan as never, schedule, boards },
      ...(sensitivity && { sensitivity }),
      ...(backfillMs !== undefined && { backfillMs }),
    })
    return { json: listenerJson(created), text: describeListener(created) }
  },
})
