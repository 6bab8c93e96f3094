import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Refusal } from './refusal.tsx'

type Props = {
  /** What the form sends. */
  write: { error: Error | null; isPending: boolean }
  /** What did not happen, as a sentence: `The rule was not saved.` */
  refused: string
  look?: 'primary' | 'danger'
  disabled?: boolean
  children: ReactNode
}

/** The button that sends a form, below the reason why what it sent was refused. */
export function Submit({ write, refused, look = 'primary', disabled = false, children }: Props): ReactNode {
  return (
    <>
      <Refusal error={write.error} what={refused} />
      <Button type="submit" look={look} disabled={disabled || write.isPending}>
        {children}
      </Button>
    </>
  )
}
