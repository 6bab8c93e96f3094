import { type ReactNode, useState } from 'react'
import { showControls } from '../../text/show-controls.ts'
import { Icon } from '../controls/icon.tsx'

const shownMs = 1_500

/** Text in a fixed font with a button that copies it. What is invisible in it is shown, and copied as it is. */
export function Copyable({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <span className="copyable">
      <code>{showControls(text)}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}

export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <>
      <button type="button" className="icon-button" onClick={() => void copy()} aria-label={`Copy ${label}`}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}
