export { findTimeline } from './find-timeline.ts'
