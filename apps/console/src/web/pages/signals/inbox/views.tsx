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
  const standing: readonly View[] = [
    { key: 'attention', title: 'Needs attention', search: { view: 'attention' }, count: data?.attention },
    { key: 'mine', title: 'Mine', search: { assignedTo: personId }, count: data?.mine },
    { key: 'unassigned', title: 'Unassigned', search: { assignedTo: 'none' }, count: data?.unassigned },
    { key: 'all', title: 'All', search: {}, count: data?.all },
  ]
  const saved = useRead('GET /console/api/w/{orgId}/views', { params: { orgId } }, { topics: ['audit'] })
  const own = saved.data?.items ?? []
  const all: readonly View[] = [
    ...standing,
    ...own.map(({ viewId, name, filters: search }) => ({ key: viewId, title: name, search })),
  ]
  const shown = view === undefined ? filters : { view }
  const open = all.find(({ search }) => isSame(search, shown))
  const openSaved = own.find(({ viewId }) => viewId === open?.key)
  return (
    <nav className="views" aria-label="Views">
      {all.map(({ key, title, search, count }) => (
        <Link
          key={key}
          to={`/w/${orgId}/signals`}
          search={search as never}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(key === open?.key && { 'aria-current': 'page' })}
        >
          <Stranger text={title} />{' '}
          {count !== undefined && data !== undefined && <span>{wordOf(count, data.isPartial)}</span>}
        </Link>
      ))}
      {openSaved !== undefined && <DeleteView orgId={orgId} view={openSaved} />}
      {saved.data !== undefined && open === undefined && <SaveView orgId={orgId} filters={filters} />}
    </nav>
  )
}

function wordOf(count: number, isPartial: boolean): string {
  if (count > 99) return '99+'
  return isPartial && count > 0 ? `${count}+` : String(count)
}

type Search = Readonly<Record<string, string | undefined>>
type View = { key: string; title: string; search: Search; count?: number | undefined }

function isSame(one: Search, other: Search): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length && names.every((name) => one[name] === other[name])
}
