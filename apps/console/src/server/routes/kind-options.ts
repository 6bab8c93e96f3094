import { type ConfigurableKind, neededMembersOf } from '@signalpost/domain'
import { z } from 'zod'

/** One field of the form for a kind of channel or warehouse. */
export const optionSchema = z.object({
  member: z.string(),
  flag: z.string().meta({ description: 'The option of the command line, without its dashes.' }),
  description: z.string(),
  placeholder: z.string(),
  suggestion: z.string().nullable().meta({ description: 'What the form has in it at first.' }),
  isSecret: z.boolean(),
  isLong: z.boolean().meta({ description: 'A text of several lines, such as a key in PEM.' }),
  isList: z.boolean(),
  choices: z.array(z.string()).nullable().meta({ description: 'All values that it may have.' }),
  inserts: z.array(z.object({ text: z.string(), title: z.string() })).meta({
    description: 'What people may put into the text, and what stands in its place when it is sent.',
  }),
  isNeeded: z.boolean(),
  goesWith: z.string().nullable(),
  notWith: z.string().nullable(),
})

/** Describes what a kind asks for, in the order in which people see it. */
export function describeOptions(kind: ConfigurableKind): z.infer<typeof optionSchema>[] {
  const needed = neededMembersOf(kind)
  return Object.entries(kind.options).map(([member, option]) => {
    const { description, goesWith = null, notWith = null } = option
    const isSecret = 'secret' in option
    const name = (isSecret ? undefined : option.optionName) ?? member
    return {
      ...{ member, description, goesWith, notWith, isSecret },
      flag: `${kebabCase(name)}${isSecret ? '-file' : ''}`,
      placeholder: isSecret ? '' : option.placeholder,
      suggestion: isSecret ? null : (option.suggestion ?? null),
      isLong: option.isLong === true || (isSecret && option.secret === 'file'),
      isList: !isSecret && option.isList === true,
      inserts: Object.entries((!isSecret && option.inserts) || {}).map(([text, title]) => ({ text, title })),
      choices: isSecret || option.choices === undefined ? null : [...option.choices],
      isNeeded: needed.has(member) && !(isSecret && option.generate !== undefined),
    }
  })
}

function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
