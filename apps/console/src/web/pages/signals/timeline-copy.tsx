import type { Timeline } from '@signalpost/domain'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/form/button.tsx'
import { timelineReport } from '../../text/timeline-report.ts'

const shownMs = 1_500

/** Copies what happened without any text of others, to be handed on. */
export function CopyReport({ timeline }: { timeline: Timeline }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(timelineReport(timeline))
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <>
      <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy as report'}</Button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? 'Copied without personal text' : ''}
      </span>
    </>
  )
}
