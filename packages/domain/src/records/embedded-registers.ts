import type { EventKey } from '../event-key.ts'
import type { Instant } from '../instant.ts'
import { type RegisterName, type RegisterValues, registerKinds } from '../registers/register-kinds.ts'
import { registerClaim, type SignalRegisters } from './signal-registers.ts'

type Fields = { [Name in RegisterName]?: RegisterValues[Name] | undefined }

const kinds = registerKinds.map(({ name, momentOf }) => ({
  name,
  // The cast: each function gets the values of its own register.
  momentOf: momentOf as ((value: unknown) => Instant) | undefined,
}))
const names: ReadonlySet<string> = new Set(kinds.map(({ name }) => name))

/**
 * What a document says about registers; undefined if nothing. Each value counts as an event of its own moment with the
 * id and the source of the document's event.
 */
export function embeddedRegisters(document: Fields, key: EventKey): SignalRegisters | undefined {
  let registers: SignalRegisters | undefined
  for (const { name, momentOf } of kinds) {
    const value = document[name]
    if (value === undefined) continue
    const at = momentOf?.(value) ?? key.at
    registers = registerClaim(name, { key: { ...key, at }, value }, registers)
  }
  return registers
}

export function withoutRegisters<Document extends Fields>(document: Document): Omit<Document, RegisterName> {
  return kinds.every(({ name }) => document[name] === undefined) ? document : without(names, document)
}

/** The document with the registers of another one instead of its own. */
export function withRegistersOf<Document extends Fields>(document: Document, other: Document): Document {
  const set = Object.entries(other).filter(([name, value]) => names.has(name) && value !== undefined)
  return { ...without(names, document), ...Object.fromEntries(set) }
}

/** The document without the registers that were set after a moment. */
export function withRegistersUntil<Document extends Fields>(document: Document, until: Instant): Document {
  const later = kinds.filter(({ name, momentOf }) => {
    const value = document[name]
    return value !== undefined && momentOf !== undefined && momentOf(value) > until
  })
  return without(new Set(later.map(({ name }) => name)), document)
}

function without<Document extends Fields>(dropped: ReadonlySet<string>, document: Document): Document {
  const kept = Object.entries(document).filter(([name]) => !dropped.has(name))
  // The cast: every register is optional in a document.
  return Object.fromEntries(kept) as Document
}
