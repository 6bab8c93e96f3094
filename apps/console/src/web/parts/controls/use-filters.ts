import { useNavigate, useSearch } from '@tanstack/react-router'

type Filters<Name extends string> = Partial<Record<Name, string>>

/**
 * The filters in the address, and what changes one. Changing a filter goes back to the first page,
 * and the browser's Back undoes it.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (changes: Filters<Name>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters: Filters<Name> = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') filters[name] = value
  }
  const change = (changes: Filters<Name>): void => {
    const next = { ...filters, ...changes }
    void navigate({ to: '.', search: next as never })
  }
  return [filters, change]
}
