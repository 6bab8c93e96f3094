import type { ReactNode } from 'react'
import { Empty } from '../../parts/page/empty.tsx'

/** What is beside the list while no signal is open. */
export function SignalsPage(): ReactNode {
  return (
    <Empty title="No signal is open">
      <p>
        Press <kbd>j</kbd> to open the first one, and <kbd>?</kbd> to see every key.
      </p>
    </Empty>
  )
}
