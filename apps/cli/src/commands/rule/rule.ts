import { directionSchema, getRuleRead, ruleOperations } from '@signalpost/administration/rule'
import { commandsOf } from '../../command/commands-of.ts'
import { required } from '../../parameters/parameter.ts'
import { describeRule, reportRule, summariseConditions } from './describe-rule.ts'

export const ruleCommands = commandsOf(ruleOperations, {
  text: describeRule,
  elsewhere: ['rule.create', 'rule.edit', 'rule.preview', 'rule.preview_stored', 'rule.warnings'],
  by: {
    'rule.list': {
      columns: {
        PLACE: ({ position }) => position,
        RULE: ({ ruleId }) => ruleId,
        NAME: ({ name }) => name,
        ENABLED: ({ enabled }) => enabled,
        MODE: ({ definition }) => definition.mode,
        CHANNELS: ({ definition: { channels } }) => (channels === 'all' ? 'all' : channels.length),
        ANNOUNCES: ({ definition }) => summariseConditions(definition.conditions),
      },
    },
    'rule.disable': {
      outcome: (_context, rule) => ({ json: rule, text: `${describeRule(rule)}${saysWaiting(rule)}` }),
    },
    'rule.delete': {
      confirm: async ({ call, confirm }, input) => {
        const { ruleId, name, orgId } = await call(getRuleRead, input)
        await confirm(`Delete the rule ${ruleId}, ${JSON.stringify(name)}, of ${orgId}?`)
      },
      outcome: (_context, rule) => ({ json: { ...rule, deleted: true }, text: describeRule(rule) }),
    },
    'rule.move': {
      parameters: { direction: required('<direction>', 'up or down', directionSchema) },
      outcome: reportRule,
    },
  },
})

/** What is held back or gathered is judged by the rule only once it is due. */
function saysWaiting({ waiting }: { waiting: number }): string {
  if (waiting === 0) return ''
  const alerts = waiting === 1 ? '1 alert waits' : `${waiting} alerts wait`
  return `\n${alerts}. What is due before the rule is enabled is not sent.`
}
