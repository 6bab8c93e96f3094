export type { SlackChannel, SlackDirectory } from './answer-directory.ts'
export { clickSlackButton, type SlackClick } from './click-slack-button.ts'
export { findSlackControls, findSlackPlainTexts } from './find-slack-controls.ts'
export { findSlackFaults } from './find-slack-faults.ts'
export type { SlackMessage } from './slack-message.ts'
export {
  type SlackOptions,
  type SlackServer,
  type SlackTrouble,
  startSlackServer,
} from './start-slack-server.ts'
