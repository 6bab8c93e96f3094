import { createListenerAct } from '@signalpost/administration/listener'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { showListener } from './describe-listener.ts'
import { listenerParameters, readSchedule } from './listener-parameters.ts'
import { choosePlan } from './plan/choose-plan.ts'

export const listenerCreate = defineCommand({
  path: 'listener create',
  summary: createListenerAct.summary,
  parameters: {
    workspace: workspaceParameter,
    name: required('--name <text>', 'the display name', nameSchema),
    ...listenerParameters,
  },
  run: async (context, { workspace, name, ...given }) => {
    const schedule = readSchedule(given)
    if (given.plan === undefined && given.website === undefined) {
      throw new UsageError('--plan is needed, or --website')
    }
    if (schedule === undefined) throw new UsageError('--every is needed, or --cron')
    const { sensitivity, backfillMs } = given
    const { orgId } = await context.getWorkspace(workspace)
    const chosen = await choosePlan(context, given, name)
    if (chosen === undefined) throw new UsageError('--plan is needed, or --website')
    const boards = [...chosen.boards, ...given.boards]
    const made = await context.call(createListenerAct, {
      ...{ orgId, name, plan: chosen.plan, schedule, boards },
      ...(sensitivity && { sensitivity }),
      ...(backfillMs !== undefined && { backfillMs }),
    })
    return showListener(context, { orgId, listenerId: made.listenerId })
  },
})
