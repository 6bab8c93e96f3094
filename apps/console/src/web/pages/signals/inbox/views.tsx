import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../api/use-read.ts'
import type { FilterValues } from '../signals-filters.tsx'

type Props = { orgId: string; personId: string; view: string | undefined; filters: FilterValues }

/** The lists that people work through, each with how much is in it. */
export function Views({ orgId, personId, view, filters }: Props): ReactNode {
  const { data } = useRead(
    'GET /console/api/w/{orgId}/signal-views',
    { params: { orgId } },
    { topics: ['signals'] },
  )
  const views = [
    ['Needs attention', { view: 'attention' }, data?.attention],
    ['Mine', { assignedTo: personId }, data?.mine],
    ['Unassigned', { assignedTo: 'none' }, data?.unassigned],
    ['All', {}, data?.all],
  ] as const
  const shown = view === undefined ? filters : { view }
  return (
    <nav className="views" aria-label="Views">
      {views.map(([title, search, count]) => (
        <Link
          key={title}
          to={`/w/${orgId}/signals`}
          search={search as never}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(isSame(search, shown) && { 'aria-current': 'page' })}
        >
          {title} {count !== undefined && data !== undefined && <span>{wordOf(count, data.isPartial)}</span>}
        </Link>
      ))}
    </nav>
  )
}

function wordOf(count: number, isPartial: boolean): string {
  if (count > 99) return '99+'
  return isPartial && count > 0 ? `${count}+` : String(count)
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length && names.every((name) => one[name] === other[name])
}
