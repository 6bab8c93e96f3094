import { disableSourceAct, enableSourceAct } from '@signalpost/administration/source'
import { commandsOf } from '../../command/commands-of.ts'
import { describeSource } from './list.ts'

export const sourceSwitches = commandsOf([disableSourceAct, enableSourceAct], {
  text: describeSource,
  by: {},
})
