import { editListenerAct } from '@signalpost/administration/listener'
import { findListener } from '@signalpost/database/records'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { listenerIdParameters, locateListener } from './find-listener.ts'
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
    const reference = await locateListener(context.database, { listenerId, workspace })
    const companyName = name ?? (await findListener(context.database, reference))?.name ?? ''
    const chosen = await choosePlan(context, given, companyName)
    const { sensitivity, backfillMs } = given
    const boards = [...(chosen?.boards ?? []), ...given.boards]
    const edited = await context.perform(editListenerAct, {
      ...{ ...reference, name, schedule, sensitivity, backfillMs, plan: chosen?.plan },
      ...(boards.length > 0 && { boards }),
    })
    return { json: listenerJson(edited), text: describeListener(edited) }
  },
})
