import type { Timeline } from '@signalpost/domain'
import { type ReactNode, useState } from 'react'
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
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy as report'}
      </button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? 'Copied without personal text' : ''}
      </span>
    </>
  )
}
