import { disableSourceAct, enableSourceAct } from '@signalpost/administration/source'
import { defineSwitch } from '../../command/define-switch.ts'
import { describeSource } from './list.ts'

const source = {
  noun: 'source',
  inputOf: ({ id, orgId }: { id: string; orgId: string | undefined }) => ({ sourceId: id, orgId }),
  describe: describeSource,
}

export const sourceDisable = defineSwitch({
  ...source,
  verb: 'disable',
  summary: 'Refuse all deliveries from a source until it is enabled.',
  act: disableSourceAct,
})

export const sourceEnable = defineSwitch({
  ...source,
  verb: 'enable',
  summary: 'Accept deliveries from a source again.',
  act: enableSourceAct,
})
