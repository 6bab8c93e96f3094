import type { ReactNode } from 'react'

/** What a list says when it has nothing: why, and what would fill it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  )
}
