import type { oas32 } from 'zod-openapi'
import { code, markedUp, table, text } from './markup.ts'

// The library types its documents as OpenAPI 3.2, which allows more than 3.1 needs.
type SchemaMembers = Exclude<oas32.SchemaObject, boolean>
export type Schema = oas32.SchemaObject | oas32.ReferenceObject | undefined

/** Renders a table of an object's members, or the type of any other schema. */
export function renderMembers(schema: Schema): string {
  if (typeof schema !== 'object' || !('properties' in schema)) return `<p>${typeOf(schema)}</p>`
  const { properties = {}, required = [] }: SchemaMembers = schema
  return table(
    Object.entries(properties).map(([name, member]) => [
      code(name),
      typeOf(member),
      required.includes(name) ? 'required' : '',
      typeof member === 'object' ? markedUp(String(member.description ?? '')) : '',
    ]),
  )
}

/** Renders a schema in one line; objects without a name of their own with their members. */
export function typeOf(schema: Schema): string {
  if (typeof schema !== 'object') return 'anything'
  if (typeof schema.$ref === 'string') {
    const name = text(schema.$ref.replace(/^.*\//, ''))
    return `<a href="#${name}">${name}</a>`
  }
  const value: SchemaMembers = schema
  const alternatives = value.anyOf ?? value.oneOf
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' or ')
  if (value.allOf !== undefined) return value.allOf.map(typeOf).join(' and ')
  if (value.enum !== undefined) return value.enum.map((one: unknown) => code(String(one))).join(', ')
  if (value.const !== undefined) return code(String(value.const))
  if (value.items !== undefined) return `list of ${countOf(value)}${typeOf(value.items)}`
  if (value.properties !== undefined) return renderMembers(value)
  return text(
    [[value.type].flat().join(' or '), value.format, rangeOf(value), lengthOf(value)]
      .filter(Boolean)
      .join(', '),
  )
}

function countOf({ minItems, maxItems }: SchemaMembers): string {
  return minItems === undefined && maxItems === undefined ? '' : `${minItems ?? 0}..${maxItems ?? ''} `
}

function lengthOf({ minLength, maxLength, pattern }: SchemaMembers): string {
  if (minLength !== undefined || maxLength !== undefined)
    return `${minLength ?? 0}..${maxLength ?? ''} characters`
  return pattern ?? ''
}

function rangeOf({ minimum, maximum }: SchemaMembers): string {
  if (minimum === undefined && maximum === undefined) return ''
  return `${minimum ?? ''}..${maximum === Number.MAX_SAFE_INTEGER ? '' : (maximum ?? '')}`
}
