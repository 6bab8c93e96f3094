import { labelOfMember } from './label-of-member.ts'

/** What people call an act of the audit log: `Channel: map users` for `channel.map_users`. */
export function nameAct(act: string): string {
  const [noun = '', verb = ''] = act.split('.')
  return `${labelOfMember(noun)}: ${verb.replaceAll('_', ' ')}`
}
