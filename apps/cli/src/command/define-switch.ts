import type { Act } from '@signalpost/administration'
import type { z } from 'zod'
import { workspaceOfIdParameter } from '../parameters/get-workspace.ts'
import { required } from '../parameters/parameter.ts'
import type { CommandContext } from './context.ts'
import { type CliCommand, defineCommand } from './define-command.ts'

type Switch<Schema extends z.ZodType, Stored> = {
  /** The kind of thing, such as `channel`. */
  noun: string
  verb: string
  summary: string
  act: Act<Schema, Stored, CommandContext>
  inputOf: (reference: { id: string; orgId: string | undefined }) => z.input<Schema>
  describe: (stored: Stored) => string
}

/** Defines a command that performs an act on one thing and prints the thing: `NOUN VERB ID`. */
export function defineSwitch<Schema extends z.ZodType, Stored>({
  noun,
  verb,
  summary,
  act,
  inputOf,
  describe,
}: Switch<Schema, Stored>): CliCommand {
  return defineCommand({
    path: `${noun} ${verb}`,
    summary,
    parameters: { id: required('<id>', `the ${noun}`), workspace: workspaceOfIdParameter },
    run: async ({ perform }, { id, workspace }) => {
      const stored = await perform(act, inputOf({ id, orgId: workspace }))
      return { json: stored, text: describe(stored) }
    },
  })
}
