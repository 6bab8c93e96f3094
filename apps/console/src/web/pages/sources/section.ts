import { page, type Section } from '../../section.ts'

export const sources: Section = {
  ...{ title: 'Sources', path: 'sources', icon: 'sources', key: 'c', group: 'Incoming' },
  idPrefix: 'src_',
  pages: {
    '': page(() => import('./sources.tsx'), 'SourcesPage'),
    new: page(() => import('./sources.tsx'), 'NewSourcePage'),
    $id: page(() => import('./source.tsx'), 'SourcePage'),
  },
}
