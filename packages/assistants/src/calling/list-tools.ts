import type { AssistantCaller } from '@signalpost/authorization'
import { z } from 'zod'
import type { Tool } from '../define-tool.ts'
import { findLack } from '../rights.ts'

/** A tool as the protocol lists it. */
export type ListedTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonObject & { type: 'object' }
  outputSchema: JsonObject & { type: 'object' }
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

type JsonObject = { [name: string]: unknown }

const listed = new WeakMap<Tool, ListedTool>()

/** Returns the tools of a list that an assistant may use now. */
export function usableTools(caller: AssistantCaller, tools: readonly Tool[]): Tool[] {
  return tools.filter(
    ({ scopes }) =>
      caller.policy !== 'off' &&
      (scopes.length === 0 || scopes.some((scope) => findLack(caller, scope) === undefined)),
  )
}

/** Describes a tool as the protocol lists it. */
export function listTool(tool: Tool): ListedTool {
  const known = listed.get(tool)
  if (known !== undefined) return known
  const { name, title, description, hints } = tool
  const made = {
    ...{ name, title, description },
    inputSchema: schemaOf(tool.input, 'input'),
    outputSchema: schemaOf(tool.output, 'output'),
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  }
  listed.set(tool, made)
  return made
}

/** A slim schema: patterns and examples help no model, and hosts repeat them in every conversation. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonObject & { type: 'object' } {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern
      delete jsonSchema.example
      delete jsonSchema.minLength
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  // The cast: the schema of an object is that of an object.
  return made as JsonObject & { type: 'object' }
}
