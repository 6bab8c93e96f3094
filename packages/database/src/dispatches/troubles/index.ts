export {
  forgetHandedReport,
  type HandedReport,
  insertHandedReport,
  readHandedReports,
  takeBackReport,
} from './handed-reports.ts'
export {
  deferNoticeMail,
  forgetNoticeMail,
  insertNoticeMails,
  type NoticeMail,
  takeNoticeMail,
} from './notice-mails.ts'
export {
  countExpired,
  findFailingChannels,
  findFallback,
  lockTroubles,
  noteTroubles,
  type PresentTrouble,
  type TroubleReport,
  takeTroubleReports,
} from './troubles.ts'
