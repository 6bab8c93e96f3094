import {
  createListenerAct,
  deleteListenerAct,
  editListenerAct,
  getListenerRead,
} from '@signalpost/administration/listener'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import {
  describeListener,
  listenerIdParameters,
  listenerJson,
  locateListener,
  showListener,
} from './describe-listener.ts'
import { listenerParameters, namingSchedule, readSchedule } from './listener-parameters.ts'
import { choosePlan } from './plan/choose-plan.ts'

export const listenerCreate = defineCommand({
  path: 'listener create',
  summary: createListenerAct.summary,
  access: createListenerAct,
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
    const creating = context.call(createListenerAct, {
      ...{ orgId, name, plan: chosen.plan, schedule, boards },
      ...(sensitivity && { sensitivity }),
      ...(backfillMs !== undefined && { backfillMs }),
    })
    const made = await namingSchedule(creating)
    return showListener(context, { orgId, listenerId: made.listenerId })
  },
})

export const listenerEdit = defineCommand({
  path: 'listener edit',
  summary: `${editListenerAct.summary} --board replaces all boards.`,
  access: editListenerAct,
  parameters: {
    ...listenerIdParameters,
    name: optional('--name <text>', 'the display name', nameSchema),
    ...listenerParameters,
  },
  run: async (context, { listenerId, workspace, name, ...given }) => {
    const schedule = readSchedule(given)
    const reference = await locateListener(context, { listenerId, workspace })
    const nameOf = async () => (await context.call(getListenerRead, reference)).name
    const companyName = name ?? (given.website === undefined ? '' : await nameOf())
    const chosen = await choosePlan(context, given, companyName)
    const { sensitivity, backfillMs } = given
    const boards = [...(chosen?.boards ?? []), ...given.boards]
    const editing = context.call(editListenerAct, {
      ...{ ...reference, name, schedule, sensitivity, backfillMs, plan: chosen?.plan },
      ...(boards.length > 0 && { boards }),
    })
    await namingSchedule(editing)
    return showListener(context, reference)
  },
})

export const listenerDelete = defineCommand({
  path: 'listener delete',
  summary: deleteListenerAct.summary,
  access: deleteListenerAct,
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const reference = await locateListener(context, given)
    const { orgId, listenerId } = reference
    const deleted = await context.call(getListenerRead, reference)
    await context.confirm(`Delete the listener ${listenerId}, ${JSON.stringify(deleted.name)}, of ${orgId}?`)
    await context.call(deleteListenerAct, reference)
    return { json: { ...listenerJson(deleted), deleted: true }, text: describeListener(deleted) }
  },
})
