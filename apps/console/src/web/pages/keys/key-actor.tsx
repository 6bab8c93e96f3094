import type { ReactNode } from 'react'
import { Stranger } from '../../parts/values/stranger.tsx'
import { nameOf } from '../../text/name-of.ts'

type Props = { apiKey: { keyId: string; memberId: string }; people: ReadonlyMap<string, string> }

/** As whom a key acts. One for no member has an id that is made of its own. */
export function KeyActor({ apiKey: { keyId, memberId }, people }: Props): ReactNode {
  if (memberId === `usr_${keyId}`) return <span className="quiet">itself</span>
  return <Stranger text={nameOf(people, memberId, 'someone who left')} />
}
