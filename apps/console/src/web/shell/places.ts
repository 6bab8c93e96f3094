import type { IconName } from '../parts/icon.tsx'

export type Place = { title: string; path: string; icon: IconName; key: string; group: string }

/** The pages of a workspace, in the order of the navigation. `key` opens one after `g`. */
export const places: readonly Place[] = [
  { title: 'Overview', path: 'overview', icon: 'overview', key: 'o', group: '' },
  { title: 'Deliveries', path: 'deliveries', icon: 'deliveries', key: 'd', group: 'Coming in' },
  { title: 'Rejections', path: 'rejections', icon: 'rejections', key: 'r', group: 'Coming in' },
  { title: 'Sources', path: 'sources', icon: 'sources', key: 'c', group: 'Coming in' },
]
