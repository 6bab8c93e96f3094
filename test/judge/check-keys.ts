import { areNearHashes, nearText, normaliseKey, simhash, titleKey } from '@signalpost/domain'
import type { RealPost } from './real-posts.ts'

/** What the keys of posts collapse within one listener. Two texts differ if they share less than 80 % of their words in threes. */
export type Keys = {
  addresses: number
  /** Addresses whose key is not its own key. */
  unstable: number
  /** Pairs of addresses with one key, and of them those whose texts differ. */
  sameAddress: Pairs
  /** Groups of posts with one title, and of them those in which texts differ. */
  groups: number
  mixedGroups: number
  /** Pairs of posts with one title, those that count as one post, and of them those whose texts differ. */
  sameTitle: Pairs & { compared: number }
}

type Pairs = { collapsed: number; different: number }

type Post = { text: string; hash: string; address: string; title: string | undefined }

type Rules = { keyOf: (url: string) => string; isOne: (one: Post, other: Post) => boolean }

/** A run compares texts within the page that it reads, and hashes with what the listener found before. */
const ownRules: Rules = {
  keyOf: normaliseKey,
  isOne: (one, other) => nearText(one.text, other.text) || areNearHashes(one.hash, other.hash),
}

/** Compares all posts of each listener that have the same key. */
export function checkKeys(posts: readonly RealPost[], { keyOf, isOne }: Rules = ownRules): Keys {
  const listeners = [...Map.groupBy(posts, ({ listenerId }) => listenerId).values()].map((own) =>
    own.map(({ item }) => postOf(item, keyOf)),
  )
  const links = listeners.flatMap((own) => pairsOf(groupsBy(own, ({ address }) => address)))
  const titled = listeners.flatMap((own) => groupsBy(own, ({ title }) => title))
  const pairs = pairsOf(titled)
  const merged = pairs.filter(([one, other]) => isOne(one, other))
  return {
    addresses: posts.length,
    unstable: posts.filter(({ item: { url } }) => keyOf(keyOf(url)) !== keyOf(url)).length,
    sameAddress: { collapsed: links.length, different: links.filter(differ).length },
    groups: titled.length,
    mixedGroups: titled.filter((group) => pairsOf([group]).some(differ)).length,
    sameTitle: {
      ...{ compared: pairs.length, collapsed: merged.length },
      different: merged.filter(differ).length,
    },
  }
}

/** Returns whether keys are stable, and one title collapses no different texts. */
export function areKeysKept({ unstable, sameTitle }: Keys): boolean {
  return unstable + sameTitle.different === 0
}

function postOf({ url, title, text }: RealPost['item'], keyOf: Rules['keyOf']): Post {
  return { text, hash: simhash(text), address: keyOf(url), title: titleKey(title) }
}

function differ([one, other]: readonly [Post, Post]): boolean {
  return !nearText(one.text, other.text)
}

/** Returns the groups of two and more; what has no key is in none. */
function groupsBy(posts: readonly Post[], keyOf: (post: Post) => string | undefined): Post[][] {
  return [...Map.groupBy(posts, keyOf)].flatMap(([key, group]) =>
    key === undefined || group.length < 2 ? [] : [group],
  )
}

function pairsOf(groups: readonly (readonly Post[])[]): [Post, Post][] {
  return groups.flatMap((group) =>
    group.flatMap((one, index) => group.slice(index + 1).map((other): [Post, Post] => [one, other])),
  )
}
