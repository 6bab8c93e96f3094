import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { start } from '../pages/start/section.ts'
import { Icon } from '../parts/controls/icon.tsx'
import { sections } from '../sections.ts'
import { useSession } from './session.tsx'
import { useGuide } from './use-guide.ts'

export function Navigation({ orgId, onNavigate }: { orgId: string; onNavigate?: () => void }): ReactNode {
  const { isOperator } = useSession().person
  const { isFirst } = useGuide(orgId)
  const others = sections.filter((section) => section !== start)
  const shown = isFirst ? [{ ...start, group: '' as const }, ...others] : sections
  const groups = Map.groupBy(shown, ({ group }) => group)
  const pages = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // The list is longer than most screens.
  useEffect(() => {
    pages.current?.querySelector(`a[data-status="active"]`)?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav aria-label="Pages" ref={pages}>
      {[...groups].map(([group, items]) => (
        <div key={group} className="nav-group">
          {group !== '' && <p className="nav-title">{group}</p>}
          <ul>
            {items.map(({ title, path, icon }) => (
              <li key={path}>
                <Link to={`/w/${orgId}/${path}`} onClick={onNavigate}>
                  <Icon name={icon} />
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {isOperator && (
        <div className="nav-group">
          <p className="nav-title">Operator</p>
          <ul>
            <li>
              <Link to="/installation" onClick={onNavigate}>
                <Icon name="terminal" />
                Installation
              </Link>
            </li>
          </ul>
        </div>
      )}
    </nav>
  )
}
