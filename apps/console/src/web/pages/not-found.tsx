import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../parts/page/page.tsx'

/** An address outside of every workspace. */
export function NotFound(): ReactNode {
  return (
    <main className="alone">
      <NotFoundPage />
    </main>
  )
}

/** An address inside, beside the navigation. */
export function NotFoundPage(): ReactNode {
  return (
    <Page title="There is nothing here">
      <p>
        No page has this address. <Link to="/">Go to the overview</Link>
      </p>
    </Page>
  )
}
