import { page, type Section } from '../../section.ts'

export const rejections: Section = {
  ...{ title: 'Rejections', path: 'rejections', icon: 'rejections', key: 'r', group: 'Incoming' },
  pages: { '': page(() => import('./rejections.tsx'), 'RejectionsPage') },
}
