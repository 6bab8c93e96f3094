import type { ReactNode } from 'react'
import { inReadersZone } from '../../text/moments.ts'
import { showControls } from '../../text/show-controls.ts'

/** Text of a stranger: never markup, in its own direction, with nothing invisible in it. */
export function Stranger({ text }: { text: string }): ReactNode {
  return <bdi className="stranger">{showControls(text)}</bdi>
}

/** A sentence of ours with names of strangers and moments in it. */
export function Sentence({ text }: { text: string }): ReactNode {
  return <Stranger text={inReadersZone(text)} />
}
