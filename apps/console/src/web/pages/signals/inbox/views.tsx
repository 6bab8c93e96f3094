import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { Stranger } from '../../../parts/values/stranger.tsx'
import type { FilterValues } from '../signals-filters.tsx'
import { DeleteView, SaveView } from './save-view.tsx'

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
  const saved = useRead('GET /console/api/w/{orgId}/views', { params: { orgId } }, { topics: ['audit'] })
  const own = saved.data?.items ?? []
  const shown = view === undefined ? filters : { view }
  const isOpen = (search: Search) => isSame(search, shown)
  const open = own.find((one) => isOpen(one.filters))
  return (
    <nav className="views" aria-label="Views">
      {views.map(([title, search, count]) => (
        <Link
          key={title}
          to={`/w/${orgId}/signals`}
          search={search as never}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(isOpen(search) && { 'aria-current': 'page' })}
        >
          {title} {count !== undefined && data !== undefined && <span>{wordOf(count, data.isPartial)}</span>}
        </Link>
      ))}
      {own.map(({ viewId, name, filters: search }) => (
        <Link
          key={viewId}
          to={`/w/${orgId}/signals`}
          search={search as never}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(isOpen(search) && { 'aria-current': 'page' })}
        >
          <Stranger text={name} />
        </Link>
      ))}
      {open !== undefined && <DeleteView orgId={orgId} view={open} />}
      {saved.data !== undefined && !views.some(([, search]) => isOpen(search)) && open === undefined && (
        <SaveView orgId={orgId} filters={filters} />
      )}
    </nav>
  )
}

function wordOf(count: number, isPartial: boolean): string {
  if (count > 99) return '99+'
  return isPartial && count > 0 ? `${count}+` : String(count)
}

type Search = Readonly<Record<string, string | undefined>>

function isSame(one: Search, other: Search): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length && names.every((name) => one[name] === other[name])
}
