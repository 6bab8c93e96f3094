import { page, type Section } from '../../section.ts'

export const pipeline: Section = {
  ...{ title: 'Pipeline', path: 'pipeline', icon: 'pipeline', key: 'p', group: 'Leads' },
  idPrefix: 'deal_',
  keys: [['← →', 'move the deal with the focus to the stage beside it']],
  pages: {
    '': page(() => import('./pipeline.tsx'), 'PipelinePage'),
    $id: page(() => import('./deal.tsx'), 'DealPage'),
  },
}
