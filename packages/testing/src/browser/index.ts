export { lookAt } from './look-at.ts'
export { findBarriers, type Look, openBrowser, type Tab, type TestBrowser } from './open-browser.ts'
