import { currentClaim, registerKinds, type SignalRegisters } from '@signalpost/domain'
import { timestampOf } from './timestamp-of.ts'

/** The columns of `signal_registers` that hold values, each with its register. */
export const registerColumns = registerKinds.flatMap(({ name, column }) =>
  column === undefined ? [] : [{ register: name, member: undefined, ...column }],
)

export function registerColumnsOf(registers: SignalRegisters): Record<string, string | null> {
  const columns: Record<string, string | null> = {}
  for (const { register, name, type, member } of registerColumns) {
    const value: unknown = currentClaim(registers, register)?.value ?? null
    const text = textOf(value, member)
    columns[name] = text !== null && type === 'instant' ? timestampOf(text) : text
  }
  return columns
}

function textOf(value: unknown, member: string | undefined): string | null {
  if (value === null || member === undefined) return value as string | null
  return (value as Record<string, string>)[member] ?? null
}
