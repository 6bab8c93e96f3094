import { editListenerAct, getListenerRead } from '@signalpost/administration/listener'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { listenerIdParameters, locateListener, showListener } from './describe-listener.ts'
import { listenerParameters, readSchedule } from './listener-parameters.ts'
import { choosePlan } from './plan/choose-plan.ts'

export const listenerEdit = defineCommand({
  path: 'listener edit',
  summary: `${editListenerAct.summary} --board replaces all boards.`,
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
    await context.call(editListenerAct, {
      ...{ ...reference, name, schedule, sensitivity, backfillMs, plan: chosen?.plan },
      ...(boards.length > 0 && { boards }),
    })
    return showListener(context, reference)
  },
})
