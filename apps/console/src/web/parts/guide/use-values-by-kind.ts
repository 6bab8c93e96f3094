import { useState } from 'react'
import type { KindOption, KindValues } from '../controls/kind-fields.tsx'

const none: KindValues = {}

/**
 * Holds what was typed for each kind of a thing that is to be created. A secret of one kind is none of another's, and a kind that
 * a person comes back to has what they typed.
 */
export function useValuesByKind(
  kind: string | undefined,
  suggested: KindValues = none,
): [values: KindValues, setValues: (values: KindValues) => void] {
  const [typed, setTyped] = useState<ReadonlyMap<string, KindValues>>(new Map())
  if (kind === undefined) return [none, () => undefined]
  return [typed.get(kind) ?? suggested, (values) => setTyped(new Map(typed).set(kind, values))]
}

/** What the form of a kind has in it at first. */
export function suggestionsOf({ options }: { options: readonly KindOption[] }): KindValues {
  return Object.fromEntries(
    options.flatMap(({ member, suggestion }) => (suggestion === null ? [] : [[member, suggestion]])),
  )
}
