import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function NotFound(): ReactNode {
  return (
    <main className="alone">
      <h1>There is nothing here</h1>
      <p>
        The address leads to no page. <Link to="/">Go to the overview</Link>
      </p>
    </main>
  )
}
