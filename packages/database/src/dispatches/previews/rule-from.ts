import { type Rule, ruleDefinitionSchema } from '@signalpost/domain'
import type { StoredRule } from '../../rules/rules.ts'

/** A rule stored by an older version lacks members that have defaults today. */
export function ruleFrom({ ruleId, name, position, enabled, definition }: StoredRule): Rule {
  return { ...ruleDefinitionSchema.parse(definition), id: ruleId, name, position, enabled }
}
