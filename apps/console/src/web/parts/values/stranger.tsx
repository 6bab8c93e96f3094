import type { ReactNode } from 'react'
import { showControls } from '../../text/show-controls.ts'

/** Text of a stranger: never markup, in its own direction, with nothing invisible in it. */
export function Stranger({ text }: { text: string }): ReactNode {
  return <bdi className="stranger">{showControls(text)}</bdi>
}
