import { editListenerAct } from '@signalpost/administration/listener'
import { nameSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { describeListener, listenerJson } from './describe-listener.ts'
import { listenerIdParameters, locateListener } from './find-listener.ts'
import { listenerParameters, readPlan, readSchedule } from './listener-parameters.ts'

export const listenerEdit = defineCommand({
  path: 'listener edit',
  summary: 'Change what is given of a listener and keep the rest. --board replaces all boards.',
  parameters: {
    ...listenerIdParameters,
    name: optional('--name <text>', 'the display name', nameSchema),
    ...listenerParameters,
  },
  run: async ({ database, perform }, { listenerId, workspace, name, plan: file, ...given }) => {
    const schedule = readSchedule(given)
    const plan = file === undefined ? undefined : await readPlan(file)
    const reference = await locateListener(database, { listenerId, workspace })
    const { sensitivity, boards, backfillMs } = given
    const edited = await perform(editListenerAct, {
      ...{ ...reference, name, schedule, sensitivity, backfillMs },
      // The cast: the act checks the plan.
      plan: plan as never,
      ...(boards.length > 0 && { boards }),
    })
    return { json: listenerJson(edited), text: describeListener(edited) }
  },
})
